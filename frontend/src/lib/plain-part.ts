/**
 * The plain part of the document: helplines and a form that need no script. The server fills it in. It shows by itself
 * unless the app takes it out of the document; the app puts it back when it fails.
 */
import { draft, keepDraft } from './drafts';

/** The class on `<html>` that shows the plain part, and the one that `floor.js` sets for old browsers. */
const SHOWN = 'plain-now';
const BELOW_FLOOR = 'below-floor';

let part: HTMLElement | null = null;

/** Whether `floor.js` found the browser too old for the app. */
export const isBelowFloor = () => document.documentElement.classList.contains(BELOW_FLOOR);

const fieldIn = (element: HTMLElement | null) => element?.querySelector('textarea');

/** Takes the plain part out of the document. What was typed in it meanwhile becomes the draft. */
export function takePlainPart(): void {
  part = document.getElementById('plain') ?? part;
  part?.remove();
  document.documentElement.classList.remove(SHOWN);
  const typed = fieldIn(part)?.value.trim();
  if (typed) keepDraft('struggle', typed);
}

/**
 * Puts a copy of the helplines and the form into the error screen, marked with the language of the document; without
 * them, the way to the server's page.
 */
export function addPlainHelp(place: HTMLElement, helpNow: string): void {
  const copy = part?.querySelector('.plain')?.cloneNode(true) as HTMLElement | undefined;
  if (copy?.querySelector('#help') == null) {
    place.append(wayToPlainPage(helpNow));
    return;
  }
  for (const head of copy.querySelectorAll('h1, h1 + p')) head.remove();
  place.lang = copy.lang;
  place.append(...copy.children);
}

function wayToPlainPage(helpNow: string): Node {
  const link = document.createElement('a');
  link.href = '/api/plain#help';
  link.className = 'button help';
  link.textContent = helpNow;
  return link;
}

/** Shows the plain part in place of the app, with what was typed in the app. */
export function showPlainPart(): void {
  if (!part) return;
  const field = fieldIn(part);
  const typed = draft<unknown>('struggle');
  if (field && typeof typed === 'string') field.value = typed;
  document.body.append(part);
  document.documentElement.classList.add(SHOWN);
  if (window.location.pathname.endsWith('/instant-support'))
    part.querySelector('#help')?.scrollIntoView();
}
