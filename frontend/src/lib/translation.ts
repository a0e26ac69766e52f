/** The translation of the Bible that the visitor chose. Sent with requests, stored on this device. */
import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

const KEY = 'stillwater:translation';
const listeners = new Set<() => void>();
let inMemory: string | null = null;

/** What the server has, the usual one first. */
export const translations = [
  ['web', 'World English Bible'],
  ['kjv', 'King James Version'],
  ['asv', 'American Standard Version'],
] as const;

const USUAL = translations[0][0];

function chosenTranslation(): string {
  const chosen = read('local', KEY) ?? inMemory;
  return translations.some(([id]) => id === chosen) && chosen ? chosen : USUAL;
}

export function chooseTranslation(id: string): void {
  inMemory = id;
  if (id === USUAL) remove('local', KEY);
  else write('local', KEY, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTranslation = () => useSyncExternalStore(subscribe, chosenTranslation);

/** The parameter for requests; none for the usual translation. */
export function translationWanted(): { translation?: string } {
  const translation = chosenTranslation();
  return translation === USUAL ? {} : { translation };
}
