import { dropAllDrafts } from './drafts';
import { page } from './page';
import { forgetQuietHelp } from './quiet-help';
import { keepGuest, noteLeft } from './remembered';
import { forgetShownLetter } from './shown-letter';
import { forgetShown } from './shown-passages';

/** A neutral page on another site. */
const NEUTRAL_PAGE = 'https://www.wikipedia.org/';

/**
 * Quick exit: blanks the page, replaces its history entry and deletes drafts and session data. A session ends on the next
 * visit.
 */
export function leaveQuickly(): void {
  // Blanks the page first, because the neutral page may take a second to load.
  document.documentElement.hidden = true;
  document.title = 'Wikipedia';
  dropAllDrafts();
  forgetShown();
  forgetShownLetter();
  forgetQuietHelp();
  keepGuest(false);
  noteLeft();
  page.replace(NEUTRAL_PAGE);
  // Runs after the exit without delaying it; the request outlives the page.
  fetch(
    new Request(new URL('/api/leave', window.location.origin), { method: 'POST', keepalive: true }),
  ).catch(() => {});
}

const PRESSES = 3;
const WITHIN_MS = 2000;
/** Times of recent Escape presses, shared by the first picture and the app. */
let pressed: number[] = [];

/**
 * Registers the shortcut: Escape three times within two seconds leaves, unless a dialog is open, which Escape closes.
 */
export function leaveOnEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.repeat) return;
    if (document.querySelector('dialog[open]')) {
      pressed = [];
      return;
    }
    pressed = [...pressed.filter((at) => event.timeStamp - at < WITHIN_MS), event.timeStamp];
    if (pressed.length >= PRESSES) leaveQuickly();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
