/**
 * The language of our own words. Catalogues are plain English objects beside the screens that show them; another
 * language is a map from each of these to its translation, loaded only by those who read it. What has no translation
 * is shown in English, and says so to screen readers.
 */
import { useSyncExternalStore } from 'react';
import type { Language } from './remembered';

/** A language's catalogues, by the English ones they stand for. */
export type Translations = ReadonlyMap<object, object>;

const listeners = new Set<() => void>();
let spoken: { language: Language; translations: Translations } = {
  language: 'en',
  translations: new Map(),
};

/** From here on everything is said in this language. */
export function speak(language: Language, translations: Translations): void {
  spoken = { language, translations };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language spoken now, for words that are said once. */
export const languageNow = (): Language => spoken.language;

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => spoken.language);

/** A catalogue in the language spoken now. The translation has the same shape: `translated` sees to it. */
export const wordsNow = <Words extends object>(english: Words): Words =>
  (spoken.translations.get(english) as Words | undefined) ?? english;

/** The same for a component, which is drawn again when the language changes. */
export function useWords<Words extends object>(english: Words): Words {
  useLanguage();
  return wordsNow(english);
}

/** One entry of a language's map. */
export const translated = <Words extends object>(
  english: Words,
  translation: Words,
): readonly [object, object] => [english, translation];

/** How dates and numbers are written: as the visitor's region does, where the browser names it in our language. */
export const locale = (preferred: readonly string[] = navigator.languages): string =>
  preferred.find((tag) => tag.split('-')[0] === spoken.language) ?? spoken.language;
