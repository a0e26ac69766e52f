import { useEffect } from 'react';
import { dropAllDrafts } from './drafts';
import { stopBeingGuest } from './guest';
import { page } from './page';

/** A page which anybody might have been looking at. */
const NEUTRAL_PAGE = 'https://www.wikipedia.org/';

/** Takes this page off the screen and out of its place in the history, and forgets what was written. */
export function leaveQuickly(): void {
  // Blanked first: the neutral page may take a second to come.
  document.documentElement.hidden = true;
  document.title = 'Wikipedia';
  dropAllDrafts();
  stopBeingGuest();
  page.replace(NEUTRAL_PAGE);
}

const PRESSES = 3;
const WITHIN_MS = 2000;

/** Leaves on Escape pressed three times within two seconds, unless a dialog is open, which Escape closes. */
export function useLeaveOnEscape(): void {
  useEffect(() => {
    let pressed: number[] = [];
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
  }, []);
}
