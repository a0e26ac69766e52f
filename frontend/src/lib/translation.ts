/** The translation of the Bible that the visitor chose. Sent with requests, stored on this device. */
import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

const KEY = 'stillwater:translation';
const listeners = new Set<() => void>();
let inMemory: string | null = null;

/** The English ones that the server has, the usual one first. */
const english = [
  ['web', 'World English Bible'],
  ['kjv', 'King James Version'],
  ['asv', 'American Standard Version'],
] as const;
const spanish = [['rv1909', 'Reina-Valera 1909']] as const;

const USUAL = english[0][0];

/** The translations for a letter in a language, those in its own language first. */
export const translationsIn = (language: string): readonly (readonly [string, string])[] =>
  language === 'es' ? [...spanish, ...english] : english;

/** The id of a translation by the name that stands below a passage. */
export const translationNamed = (name: string): string =>
  [...english, ...spanish].find(([, shown]) => shown === name)?.[0] ?? USUAL;

/** The language of a translation by its name, for `lang`. */
export const languageOfTranslation = (name: string): string =>
  spanish.some(([, shown]) => shown === name) ? 'es' : 'en';

/** The translation with this id, if there is one that is not chosen by default. */
export const unusualTranslation = (id: string | null): string | null =>
  [...english, ...spanish].find(([known]) => known === id && known !== USUAL)?.[0] ?? null;

function chosenTranslation(): string {
  const chosen = read('local', KEY) ?? inMemory;
  return english.some(([id]) => id === chosen) && chosen ? chosen : USUAL;
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
