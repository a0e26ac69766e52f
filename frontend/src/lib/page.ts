import { comeBackToDrafts, dropAllDrafts, keepDraftsForReload } from './drafts';
import { isSignedOut, visitMark } from './remembered';

/** Full-page navigations. What somebody is writing is carried over first, so that no redirect loses it. */
export const page = {
  /** Whether another document is on its way already: a redirect that nobody asked for must not overtake it. */
  leaving: false,

  /** Leaves for another document, and comes back to unsent text. */
  go(url: string): void {
    keepDraftsForReload();
    page.leaving = true;
    window.location.assign(url);
  },

  /** Like `go`, from a page that cannot be shown: going back must not lead into it again. */
  goInstead(url: string): void {
    keepDraftsForReload();
    page.leaving = true;
    window.location.replace(url);
  },

  /** Loads the same page anew, and finds unsent text in it again. */
  reload(): void {
    keepDraftsForReload();
    page.leaving = true;
    window.location.reload();
  },

  /** Takes this page's place in the history, and keeps nothing. */
  replace(url: string): void {
    window.location.replace(url);
  },
};

/** Where signing in starts; afterwards the visitor is back on `returnTo`. */
export const signInUrl = (returnTo = '/') =>
  returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`;

/** Whoever wrote here has signed out, or went on elsewhere: nobody after them reads or sends what they left. */
export function forgetWriter(): void {
  // Staff's work belongs to a session of its own.
  if (window.location.pathname.startsWith('/admin')) return;
  document.documentElement.hidden = true;
  dropAllDrafts();
  page.reload();
}

window.addEventListener('storage', (event) => {
  if (isSignedOut(event)) forgetWriter();
});

let leftAs: string | null = null;
window.addEventListener('pagehide', () => {
  leftAs = visitMark();
});

// Coming back may show this very page again, as it was left; meanwhile it heard nothing.
window.addEventListener('pageshow', ({ persisted }) => {
  page.leaving = false;
  if (!persisted) return;
  const taken = comeBackToDrafts();
  if (taken || (leftAs !== null && leftAs !== visitMark())) forgetWriter();
});
