/**
 * Asks before the browser closes or reloads the page, while that would lose a draft. Our own navigations carry drafts
 * over, and *Leave quickly* deletes them first: neither asks.
 */
import { page } from './page';

/** Links that open another app. Some browsers ask before these as well, though the page stays. */
const OPENS_APP = 'a[href^="tel:"], a[href^="sms:"], a[href^="mailto:"]';
/** How long after such a press nothing is asked. */
const APP_OPENS_MS = 1000;

let wouldLose: () => boolean = () => false;
let pressedAt = Number.NEGATIVE_INFINITY;

function ask(event: BeforeUnloadEvent): void {
  if (page.leaving || event.timeStamp - pressedAt < APP_OPENS_MS || !wouldLose()) return;
  event.preventDefault();
}

function notePress(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest(OPENS_APP))
    pressedAt = event.timeStamp;
}

/** Asks from now on as long as `loses` holds. Only then, because a listener may keep the page out of the browser's cache. */
export function askBeforeLeaving(loses: () => boolean): void {
  wouldLose = loses;
  if (loses()) {
    window.addEventListener('beforeunload', ask);
    window.addEventListener('click', notePress, true);
  } else {
    window.removeEventListener('beforeunload', ask);
    window.removeEventListener('click', notePress, true);
  }
}
