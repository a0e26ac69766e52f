/**
 * Updates of the app through its service worker. The page reloads only while the user is not busy. Otherwise the new
 * version waits and is tried again at the next change of screen.
 */
import { useSyncExternalStore } from 'react';
import { isBusy } from './is-busy';
import { page } from './page';
import { startUpdateClock } from './update-clock';

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

function offer(worker: ServiceWorker) {
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

function takenOver() {
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
