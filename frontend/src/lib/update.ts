/**
 * A new version of the app: that it waits, and how it takes over. The page is loaded again only when nobody is in the
 * middle of writing; until then the new version waits, and is loaded at the next change of screen.
 */
import { useSyncExternalStore } from 'react';
import { page } from './page';
import { isBusy } from './unsent';
import { startUpdateClock } from './update-clock';

/** `ready`: a version waits to be asked for. `held`: it was asked for, and waits until somebody has finished. */
export type Update = 'none' | 'ready' | 'held';

let update: Update = 'none';
let waiting: ServiceWorker | null = null;
/** The waiting version was asked to take over. */
let wasAsked = false;
/** The new version has taken over already; this page is still of the old one. */
let hasTakenOver = false;
const listeners = new Set<() => void>();

function set(next: Update) {
  update = next;
  for (const listener of listeners) listener();
}

/** Registers the worker and follows its versions. */
export async function followUpdates(container = navigator.serviceWorker): Promise<void> {
  // The first worker of a page that had none brings nothing new.
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
      // Without a version before it, it is not an update.
      if (worker.state === 'installed' && registration.active) offer(worker);
    });
  });
  // A check that fails, as on a train, is made again at the next turn of the clock.
  startUpdateClock(() => registration.update().catch(() => {}));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') loadIfFinished();
  });
}

function offer(worker: ServiceWorker) {
  waiting = worker;
  wasAsked = false;
  set('ready');
}

/** Update Now: the waiting version takes over, at once or when somebody has finished writing. */
export function updateNow(): void {
  if (isBusy()) set('held');
  else takeOver();
}

/**
 * Where no tab stood in its way, the new version has taken over by itself already; where the old one is kept busy, the
 * new one does not follow at once, and being asked again will not help: loading the page lets the old one go.
 */
function takeOver() {
  if (waiting?.state === 'installed' && !wasAsked) {
    wasAsked = true;
    waiting.postMessage({ type: 'SKIP_WAITING' });
  } else page.reload();
}

/** The banner goes; the version waits on, and another one is offered again. */
export const dismissUpdate = () => set('none');

function takenOver() {
  if (hasTakenOver) return;
  hasTakenOver = true;
  if (isBusy()) set('held');
  else page.reload();
}

/** How long a new screen may take to come, and a new version to follow, before it is looked again. */
const LOOK_AGAIN_MS = 2000;

/**
 * At each change of screen: loads a version that was held, now or as soon as the screen before is gone. Until the code of
 * the new one is here the old one stays, hidden, with what was written there. Returns what ends the looking.
 */
export function loadOnceFinished(): (() => void) | undefined {
  loadIfFinished();
  if (update !== 'held') return undefined;
  const looking = setInterval(loadIfFinished, LOOK_AGAIN_MS);
  return () => clearInterval(looking);
}

/** Loads a version that was held, if nobody is writing any more. */
function loadIfFinished(): void {
  if (update !== 'held' || isBusy()) return;
  if (hasTakenOver) page.reload();
  else takeOver();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUpdate = () => useSyncExternalStore(subscribe, () => update);
