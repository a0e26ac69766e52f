import { comeBackToDrafts, dropAllDrafts, keepDraftsForReload } from './drafts';
import { isSignOutEvent, sessionMark } from './remembered';

/** Full-page navigations. Unsent text is saved first, so that no redirect loses it. */
export const page = {
  /** Whether a navigation is in progress: an automatic redirect must not override it. */
  leaving: false,

  /** Navigates to another document and keeps drafts for the return. */
  go(url: string): void {
    page.keepDrafts();
    window.location.assign(url);
  },

  /** Like `go`, but replaces the history entry, for a page that Back must not show again. */
  goInstead(url: string): void {
    page.keepDrafts();
    window.location.replace(url);
  },

  /** Reloads the page and restores the drafts. */
  reload(): void {
    page.keepDrafts();
    window.location.reload();
  },

  /** For a form whose answer is another document. */
  keepDrafts(): void {
    keepDraftsForReload();
    page.leaving = true;
  },

  /** Replaces the history entry and keeps no drafts. */
  replace(url: string): void {
    window.location.replace(url);
  },
};

/** The sign-in URL; afterwards the visitor returns to `returnTo`. */
export const signInUrl = (returnTo = '/') =>
  returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`;

/** Deletes the drafts after their author has signed out or another user has signed in. */
export function forgetWriter(): void {
  // Staff have a separate session.
  if (window.location.pathname.startsWith('/admin')) return;
  document.documentElement.hidden = true;
  dropAllDrafts();
  page.reload();
}

window.addEventListener('storage', (event) => {
  if (isSignOutEvent(event)) forgetWriter();
});

let leftAs: string | null = null;
window.addEventListener('pagehide', () => {
  leftAs = sessionMark();
});

// The back/forward cache may restore this page, which received no events meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  page.leaving = false;
  if (!persisted) return;
  const taken = comeBackToDrafts();
  if (taken || (leftAs !== null && leftAs !== sessionMark())) forgetWriter();
});
