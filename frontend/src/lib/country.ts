/** The country the visitor chose for helplines. Sent as `X-Country`, stored on this device. */
import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

const KEY = 'stillwater:country';
const listeners = new Set<() => void>();
let inMemory: string | null = null;

export const pickedCountry = (): string | null => read('local', KEY) ?? inMemory;

export function pickCountry(code: string | null): void {
  inMemory = code;
  if (code === null) remove('local', KEY);
  else write('local', KEY, code);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePickedCountry = () => useSyncExternalStore(subscribe, pickedCountry);
