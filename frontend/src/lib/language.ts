/**
 * Translation. Catalogues are plain English objects beside the screens that use them. A translation is a map from
 * each English catalogue to its translated one and is loaded on demand. Untranslated text is shown in English and
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

/** A catalogue in the current language; `translated` guarantees the same shape. */
export const currentWords = <Words extends object>(english: Words): Words =>
  (spoken.translations.get(english) as Words | undefined) ?? english;

/** Hook version: re-renders when the language changes. */
export function useWords<Words extends object>(english: Words): Words {
  useLanguage();
  return currentWords(english);
}

/** One entry of a translation map. */
export const translated = <Words extends object>(
  english: Words,
  translation: Words,
): readonly [object, object] => [english, translation];

/** The locale of dates and numbers: the visitor's region if their browser pairs it with our language. */
export const locale = (preferred: readonly string[] = navigator.languages): string =>
  preferred.find((tag) => tag.split('-')[0] === spoken.language) ?? spoken.language;
