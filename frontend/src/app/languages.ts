/** Loads the catalogues of other languages. English comes with the screens. */
import { currentLanguage, speak, type Translations } from '@/lib/language';
import { page } from '@/lib/page';
import {
  basePath,
  keepLanguage,
  type Language,
  pathHere,
  preferredLanguage,
} from '@/lib/remembered';
import { tellServerPages } from '@/lib/server-pages';
import { loadScreen, screenWords } from './screens';

/** The screens that search engines know in each language, as in `web-api/src/frontend.rs`: a link to one says its language. */
export const PUBLIC: readonly string[] = ['/', '/guidelines', '/instant-support', '/resources'];

const NONE: Translations = new Map();
const loaders: Record<Language, () => Promise<Translations>> = {
  en: async () => NONE,
  es: async () => (await import('./spanish')).spanish,
};

/** Activates the visitor's language, or English if its catalogues fail to load. */
export async function activatePreferredLanguage(): Promise<void> {
  const language = preferredLanguage();
  if (language !== currentLanguage()) await load(language).catch(() => speak('en', NONE));
  // The server may have guessed another.
  document.documentElement.lang = currentLanguage();
  tellServerPages();
}

/** Switches the language and remembers it on the device. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  const path = pathHere();
  const isSpanish = language === 'es' && PUBLIC.includes(path);
  // The address says another language, or could say this one: a link to it then opens what was read. What was written is carried over.
  if (isSpanish !== (basePath() !== '')) {
    // The next document is the server's before it is the app's.
    tellServerPages(language);
    const there = isSpanish ? `/es${path}`.replace(/\/$/, '') : path;
    return page.go(there + window.location.search + window.location.hash);
  }
  // Offline the catalogues may be missing; then the choice takes effect on the next visit.
  const screen = loadScreen(path);
  await Promise.all([load(language), screenWords(), screen]).catch(() => {});
  tellServerPages();
}

async function load(language: Language): Promise<void> {
  speak(language, await loaders[language]());
}
