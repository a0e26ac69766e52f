import { dropAllDrafts } from './drafts';
import { page } from './page';
import { keepGuest } from './remembered';

/** A page which anybody might have been looking at. */
const NEUTRAL_PAGE = 'https://www.wikipedia.org/';

/** Takes this page off the screen and out of its place in the history, and forgets what was written and who was here. */
export function leaveQuickly(): void {
  // Blanked first: the neutral page may take a second to come.
  document.documentElement.hidden = true;
  document.title = 'Wikipedia';
  dropAllDrafts();
  keepGuest(false);
  page.replace(NEUTRAL_PAGE);
  // After leaving, which nothing may hold up; it outlives this page, and nothing waits for it.
  fetch(
    new Request(new URL('/api/leave', window.location.origin), { method: 'POST', keepalive: true }),
  ).catch(() => {});
}

const PRESSES = 3;
const WITHIN_MS = 2000;
/** When Escape was pressed, for the first picture and the app that follows it alike. */
let pressed: number[] = [];

/** From here on, Escape pressed three times within two seconds leaves, unless a dialog is open, which Escape closes. */
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
