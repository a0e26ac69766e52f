/** Whether this tab's visitor chose *Continue as guest*. Forgotten with the tab. */
import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

const KEY = 'stillwater:guest';
const listeners = new Set<() => void>();

const isGuest = () => read('session', KEY) === '1';

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed() {
  for (const listener of listeners) listener();
}

export function continueAsGuest(): void {
  write('session', KEY, '1');
  changed();
}

export function stopBeingGuest(): void {
  remove('session', KEY);
  changed();
}

export const useIsGuest = () => useSyncExternalStore(subscribe, isGuest);
