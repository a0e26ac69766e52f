/**
 * Translation. Catalogues are plain English objects beside the screens that use them. A translation is a map from
 * each English catalogue, or its name, to its translated one and is loaded on demand. Untranslated text is shown in English and
 * marked with `lang`.
 */
import { useSyncExternalStore } from 'react';
import type { Language } from './remembered';

/** A language's catalogues, keyed by the English ones. */
export type Translations = ReadonlyMap<object, object>;

const listeners = new Set<() => void>();
let spoken: { language: Language; translations: Translations } = {
  language: 'en',
  translations: new Map(),
};

/**
 * Catalogues that came later than the language, with the screens that show them. They are found by name: a translation
 * need not download the English words.
 */
const learned: Partial<Record<Language, Readonly<Record<string, object>>>> = {};
const names = new WeakMap<object, string>();

/** Names a catalogue whose translations come later. */
export function named<Words extends object>(name: string, words: Words): Words {
  names.set(words, name);
  return words;
}

/** Adds named catalogues to a language. */
export function learn(language: Language, translations: Readonly<Record<string, object>>): void {
  learned[language] = { ...learned[language], ...translations };
  for (const listener of listeners) listener();
}

/** Activates a language. */
export function speak(language: Language, translations: Translations): void {
  spoken = { language, translations };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current language, for code outside components. */
export const currentLanguage = (): Language => spoken.language;

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => spoken.language);

/** The language that a catalogue is shown in: English without a translation. */
export const useLanguageOf = (english: object): Language =>
  useSyncExternalStore(subscribe, () => (translationOf(english) ? spoken.language : 'en'));

/** A catalogue in the current language; `translated` guarantees the same shape. */
export const currentWords = <Words extends object>(english: Words): Words =>
  (translationOf(english) as Words | undefined) ?? english;

const translationOf = (english: object): object | undefined =>
  spoken.translations.get(english) ?? learned[spoken.language]?.[names.get(english) ?? ''];

/** Hook version: re-renders when the language changes. */
export function useWords<Words extends object>(english: Words): Words {
  return useSyncExternalStore(subscribe, () => currentWords(english));
}

/** One entry of a translation map. */
export const translated = <Words extends object>(
  english: Words,
  translation: Words,
): readonly [object, object] => [english, translation];

/** Our Spanish is that of Latin America, and so are its numbers. */
const REGIONS: Record<Language, string> = { en: 'en', es: 'es-419' };

/** The locale of dates and numbers: the visitor's region if their browser pairs it with our language. */
export const locale = (preferred: readonly string[] = navigator.languages): string =>
  preferred.find((tag) => tag.split('-')[0] === spoken.language) ?? REGIONS[spoken.language];
