/**
 * What this device remembers of its visitor and must be known before anything is drawn.
 * Loaded before the app, so nothing here may import a library.
 */
import { read, remove, write } from './storage';

export type Theme = 'light' | 'dark';

/** The languages we speak, each by its own name. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

const THEME = 'stillwater:theme';
const LANGUAGE = 'stillwater:language';
const GUEST = 'stillwater:guest';
const WAS_SIGNED_IN = 'stillwater:was-signed-in';

/** Puts back the theme chosen on an earlier visit; called before the first paint. */
export function restoreTheme(): void {
  const chosen = read('local', THEME);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}

export const keepTheme = (theme: Theme) => write('local', THEME, theme);

const isOurs = (code: string | undefined): code is Language =>
  code !== undefined && code in languages;

/** What the visitor chose on this device, else the first language of their browser that we speak. */
export function wantedLanguage(preferred: readonly string[] = navigator.languages): Language {
  const chosen = read('local', LANGUAGE) ?? undefined;
  if (isOurs(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0]).find(isOurs) ?? 'en';
}

/** Remembers a choice for the device. */
export const keepLanguage = (language: Language) => write('local', LANGUAGE, language);

/** A guest whom the store refuses is one as long as the document lives. */
let guestInMemory = false;

/** Whether this tab's visitor chose *Continue as guest*. Forgotten with the tab. */
export const isGuest = () => guestInMemory || read('session', GUEST) === '1';

export function keepGuest(guest: boolean): void {
  guestInMemory = guest && !write('session', GUEST, '1');
  if (!guest) remove('session', GUEST);
}

/** Whether somebody was signed in here last time. */
export const wasSignedIn = () => read('local', WAS_SIGNED_IN) !== null;

/** A number drawn at each signing in: it tells one visit from the next, and says nothing of the person. */
export const visitMark = () => read('local', WAS_SIGNED_IN);

export function keepSignedIn(signedIn: boolean): void {
  if (!signedIn) remove('local', WAS_SIGNED_IN);
  else if (!wasSignedIn()) write('local', WAS_SIGNED_IN, String(Math.random()));
}

const SIGNED_OUT = 'stillwater:signed-out';

/** Tells the other documents of this browser. They hear of it although nothing stays. */
export function tellSignedOut(): void {
  write('local', SIGNED_OUT, '1');
  remove('local', SIGNED_OUT);
}

/** Whether this is what they hear. */
export const isSignedOut = ({ key, newValue }: StorageEvent) =>
  key === SIGNED_OUT && newValue !== null;
