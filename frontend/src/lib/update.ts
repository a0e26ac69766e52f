/**
 * Updates of the app through its service worker, which `follow-updates.ts` registers. The page reloads only while the
 * user is not busy. Otherwise the new version waits and is tried again at the next change of screen.
 */
import { useSyncExternalStore } from 'react';
import { isBusy } from './is-busy';
import { page } from './page';

/** `ready`: a version waits for *Update Now*. `held`: it was accepted and waits until the user has finished. */
export type Update = 'none' | 'ready' | 'held';

let update: Update = 'none';
let waiting: ServiceWorker | null = null;
/** Whether the waiting worker was told to skip waiting. */
let wasAsked = false;
/** Whether the new worker controls this page, which still runs the old version. */
let hasTakenOver = false;
const listeners = new Set<() => void>();

function set(next: Update) {
  update = next;
  for (const listener of listeners) listener();
}

/** Offers a version that waits for *Update Now*. */
export function offer(worker: ServiceWorker) {
  waiting = worker;
  wasAsked = false;
  set('ready');
}

/** Update Now: activates the waiting version, at once or when the user has finished. */
export function updateNow(): void {
  if (isBusy()) set('held');
  else takeOver();
}

/**
 * If no other tab was open, the new worker is already active. If the old worker is busy, a second SKIP_WAITING has no
 * effect, but reloading the page releases it.
 */
function takeOver() {
  if (waiting?.state === 'installed' && !wasAsked) {
    wasAsked = true;
    waiting.postMessage({ type: 'SKIP_WAITING' });
  } else page.reload();
}

/** Hides the banner; the version keeps waiting, and the next one is offered again. */
export const dismissUpdate = () => set('none');

/** The new worker controls this page: loads its version, at once or when the user has finished. */
export function takenOver() {
  if (hasTakenOver) return;
  hasTakenOver = true;
  if (isBusy()) set('held');
  else page.reload();
}

/** The interval of repeated tries while a screen loads or a worker activates. */
const RETRY_MS = 2000;

/**
 * On each change of screen: loads a held version, now or once the previous screen has unmounted. While the next
 * screen's chunk loads, the previous one stays mounted and hidden with its text. Returns the cleanup.
 */
export function loadOnceFinished(): (() => void) | undefined {
  loadIfFinished();
  if (update !== 'held') return undefined;
  const looking = setInterval(loadIfFinished, RETRY_MS);
  return () => clearInterval(looking);
}

/** Loads a held version if the user is not busy. */
export function loadIfFinished(): void {
  if (update !== 'held' || isBusy()) return;
  if (hasTakenOver) page.reload();
  else takeOver();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUpdate = () => useSyncExternalStore(subscribe, () => update);
