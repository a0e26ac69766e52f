/** Whether this tab's visitor chose *Continue as guest*, for what is drawn again when that changes. */
import { useSyncExternalStore } from 'react';
import { isGuest, keepGuest } from './remembered';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(guest: boolean) {
  keepGuest(guest);
  for (const listener of listeners) listener();
}

export const continueAsGuest = () => set(true);

export const stopBeingGuest = () => set(false);

export const useIsGuest = () => useSyncExternalStore(subscribe, isGuest);
