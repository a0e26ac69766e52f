/** The browser's offer to install the app. It may come before the app is there to take it. */

/** Chromium's event, which TypeScript does not know. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const listeners = new Set<() => void>();
let offer: InstallOffer | null = null;

function set(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the offer until somebody takes it. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => set(null));
}

export const currentOffer = () => offer;

/** It is good for one time. */
export function takeOffer(): InstallOffer | null {
  const taken = offer;
  offer = null;
  return taken;
}

export function onOfferChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
