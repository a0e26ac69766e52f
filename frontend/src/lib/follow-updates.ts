/** Registers the service worker and watches for updates; loaded after the first render, which needs none of it. */
import { loadIfFinished, offer, takenOver } from './update';
import { startUpdateClock } from './update-clock';

/** Registers the service worker and watches for updates. */
export async function followUpdates(container = navigator.serviceWorker): Promise<void> {
  // The first worker of an uncontrolled page is not an update.
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (isControlled) takenOver();
    isControlled = true;
  });
  container.addEventListener('message', ({ data }) => {
    if (data?.type === 'RELOAD') takenOver();
  });

  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // Without an active worker, the first installation is not an update.
      if (worker.state === 'installed' && registration.active) offer(worker);
    });
  });
  // A failed check, for example offline, is repeated at the next tick.
  startUpdateClock(() => registration.update().catch(() => {}));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') loadIfFinished();
  });
}
