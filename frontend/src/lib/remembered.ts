/**
 * State stored on this device that is needed before the first paint. Loaded before the app, so it imports no library.
 */
import { read, remove, write } from './storage';

export type Theme = 'light' | 'dark';

/** The supported languages by their own names. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

const THEME = 'stillwater:theme';
const LANGUAGE = 'stillwater:language';
const GUEST = 'stillwater:guest';
const WAS_SIGNED_IN = 'stillwater:was-signed-in';

/** Applies the stored theme; called before the first paint. */
export function restoreTheme(): void {
  const chosen = read('local', THEME);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}

export const keepTheme = (theme: Theme) => write('local', THEME, theme);

const isOurs = (code: string | undefined): code is Language =>
  code !== undefined && code in languages;

/** How an address in Spanish begins, or nothing. Every screen has both addresses, and its links keep to one. */
export const basePath = () => (/^\/es(\/|$)/.test(window.location.pathname) ? '/es' : '');

/** The address without the language that it names. */
export const pathHere = () => window.location.pathname.slice(basePath().length) || '/';

/**
 * The language of the address, else the one chosen on this device, else the first supported one of the browser. The pages
 * of staff are in English for everybody.
 */
export function preferredLanguage(preferred: readonly string[] = navigator.languages): Language {
  if (basePath()) return 'es';
  if (window.location.pathname.startsWith('/admin')) return 'en';
  const chosen = read('local', LANGUAGE) ?? undefined;
  if (isOurs(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0]).find(isOurs) ?? 'en';
}

/** Stores the language on the device. */
export const keepLanguage = (language: Language) => write('local', LANGUAGE, language);

/** Guest state for this document when storage is unavailable. */
let guestInMemory = false;

/** Whether this tab's visitor chose *Continue as guest*. Ends with the tab. */
export const isGuest = () => guestInMemory || read('session', GUEST) === '1';

export function keepGuest(guest: boolean): void {
  guestInMemory = guest && !write('session', GUEST, '1');
  if (!guest) remove('session', GUEST);
}

/** Whether a user was signed in here on the last visit. */
export const wasSignedIn = () => read('local', WAS_SIGNED_IN) !== null;

/** A random number set at each sign-in. It tells sessions apart and contains no user data. */
export const sessionMark = () => read('local', WAS_SIGNED_IN);

export function keepSignedIn(signedIn: boolean): void {
  if (!signedIn) remove('local', WAS_SIGNED_IN);
  else if (!wasSignedIn()) write('local', WAS_SIGNED_IN, String(Math.random()));
}

const WAS_PREMIUM = 'stillwater:was-premium';

/** Whether the user of the last visit had Premium, so that the first paint reserves the place of what they have. */
export const wasPremium = () => read('local', WAS_PREMIUM) !== null;

export function keepPremium(isPremium: boolean): void {
  if (isPremium) write('local', WAS_PREMIUM, '1');
  else remove('local', WAS_PREMIUM);
}

const LEFT = 'stillwater:left';
const STAY_SIGNED_IN = 'stillwater:stay-signed-in';

/** Whether *Leave quickly* leaves the session open, as chosen on the support page. */
export const staysSignedIn = () => read('local', STAY_SIGNED_IN) !== null;

export function keepSignedInAfterLeaving(stay: boolean): void {
  if (stay) write('local', STAY_SIGNED_IN, '1');
  else remove('local', STAY_SIGNED_IN);
}

/** Notes that somebody left quickly: the session ends on the next visit, when nobody waits for it. */
export function noteLeft(): void {
  if (wasSignedIn() && !staysSignedIn()) write('local', LEFT, '1');
}

/** Whether the session must end before anything of it is shown. */
export const hasLeft = () => read('local', LEFT) !== null;

const SIGNED_OUT = 'stillwater:signed-out';

/** Notifies other documents through a storage event; nothing stays stored. */
export function broadcastSignOut(): void {
  write('local', SIGNED_OUT, '1');
  remove('local', SIGNED_OUT);
}

/** Whether a storage event is that notification. */
export const isSignOutEvent = ({ key, newValue }: StorageEvent) =>
  key === SIGNED_OUT && newValue !== null;
