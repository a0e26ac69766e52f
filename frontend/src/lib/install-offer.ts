/** Captures the browser's install prompt, which may fire before the app has loaded. */

/** Chromium's event, which TypeScript's DOM types lack. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const listeners = new Set<() => void>();
let offer: InstallOffer | null = null;

function set(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the event until it is used. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => set(null));
}

export const currentOffer = () => offer;

/** Returns the event; it can be used once. */
export function takeOffer(): InstallOffer | null {
  const taken = offer;
  offer = null;
  return taken;
}

export function onOfferChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
