/** Whether and how the app can be installed here. A dismissed offer is never repeated on this device. */
import { useSyncExternalStore } from 'react';
import { currentOffer, onOfferChange, takeOffer } from './install-offer';
import { read, write } from './storage';

/** `prompt`: the browser has an install prompt. `ios`: the user installs through the share menu. */
export type InstallWay = 'prompt' | 'ios' | null;

const DISMISSED = 'pwa-install-dismissed';
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** Whether this is the installed app and not a tab. */
export const isInstalled = () =>
  window.matchMedia?.('(display-mode: standalone)').matches === true ||
  ('standalone' in navigator && navigator.standalone === true);

/** Whether this is an iPhone or an iPad, which identifies itself as a Mac with a touch screen. */
export function isOnIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Safari on iPhone and iPad has no install prompt. */
const isSafariOnIos = () => isOnIos() && 'standalone' in navigator;

function installWay(): InstallWay {
  if (isInstalled() || read('local', DISMISSED) !== null) return null;
  if (currentOffer()) return 'prompt';
  return isSafariOnIos() ? 'ios' : null;
}

/** Shows the browser's install prompt. It works once; declining it counts as a dismissal. */
export async function install(): Promise<void> {
  const answer = await takeOffer()?.prompt();
  if (answer?.outcome === 'dismissed') dismissInstall();
  else changed();
}

export function dismissInstall(): void {
  write('local', DISMISSED, '1');
  changed();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const stop = onOfferChange(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

export const useInstallWay = () => useSyncExternalStore(subscribe, installWay);
