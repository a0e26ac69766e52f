import { keepDraftsForReload } from './drafts';

/** Full-page navigations. What somebody is writing is carried over first, so that no redirect loses it. */
export const page = {
  /** Leaves for another document, and comes back to unsent text. */
  go(url: string): void {
    keepDraftsForReload();
    window.location.assign(url);
  },

  /** Takes this page's place in the history, and keeps nothing. */
  replace(url: string): void {
    window.location.replace(url);
  },
};

/** Where signing in starts; afterwards the visitor is back on `returnTo`. */
export const signInUrl = (returnTo = '/') =>
  returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
