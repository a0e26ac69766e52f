/** Where the words of other languages are loaded from. English comes with the screens. */
import { speak, type Translations } from '@/lib/language';
import { keepLanguage, type Language, wantedLanguage } from '@/lib/remembered';

const NONE: Translations = new Map();
const loaders: Record<Language, () => Promise<Translations>> = {
  en: async () => NONE,
  es: async () => (await import('./spanish')).spanish,
};

/** Speaks as the visitor wishes; in English when their words can't be loaded. */
export async function speakWanted(): Promise<void> {
  const language = wantedLanguage();
  if (language !== 'en') await load(language).catch(() => speak('en', NONE));
}

/** Changes to another language, and remembers it for the device. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  // Without a network its words may not be here: then the choice waits for the next visit.
  await load(language).catch(() => {});
}

async function load(language: Language): Promise<void> {
  speak(language, await loaders[language]());
}
