/**
 * Unsent text. It lives in memory, so it survives a change of screen but not a closed tab;
 * only a full-page navigation of our own moves it through `sessionStorage`, and reading it back deletes it there.
 */
import { read, remove, write } from './storage';

const KEY = 'stillwater:drafts';
let drafts: Record<string, unknown> = takeBack();
/** Whether text of this document waits in `sessionStorage` for the next. */
let carried = false;

function takeBack(): Record<string, unknown> {
  const kept = read('session', KEY);
  remove('session', KEY);
  if (kept === null) return {};
  try {
    return JSON.parse(kept);
  } catch {
    return {};
  }
}

/** What was being written under this name, if anything. */
export const draft = <T>(name: string): T | undefined => drafts[name] as T | undefined;

/** Whether anything was carried over, or is being written. */
export const hasDrafts = () => Object.keys(drafts).length > 0;

/** What is kept beside text: an answer, how the text is to be sent, or why it was not. */
const BESIDE_TEXT = /^letter$|-(attempt|shared|failed)$/;

const isText = (kept: unknown): boolean =>
  typeof kept === 'string'
    ? kept.trim() !== ''
    : typeof kept === 'object' && kept !== null && Object.values(kept).some(isText);

/** Whether somebody wrote something that was not sent. */
export const hasUnsentText = () =>
  Object.entries(drafts).some(([name, kept]) => !BESIDE_TEXT.test(name) && isText(kept));

/** Remembers unsent text for as long as the tab lives. */
export function keepDraft(name: string, value: unknown): void {
  drafts[name] = value;
}

/** Forgets text that was sent or given up. */
export function dropDraft(name: string): void {
  delete drafts[name];
}

/** Forgets everything, as after signing out or leaving quickly. */
export function dropAllDrafts(): void {
  drafts = {};
  remove('session', KEY);
}

/** Carries unsent text over a full-page navigation. */
export function keepDraftsForReload(): void {
  if (hasDrafts()) write('session', KEY, JSON.stringify(drafts));
  // What was sent meanwhile, or given up, must not come back.
  else remove('session', KEY);
  carried = read('session', KEY) !== null;
}

/**
 * Back in this very document, as it was left: its text is here still, and what was carried over is not needed. Says
 * whether another document has taken it meanwhile; there it may have been sent, or its writer may have signed out.
 */
export function comeBackToDrafts(): boolean {
  const taken = carried && read('session', KEY) === null;
  carried = false;
  remove('session', KEY);
  return taken;
}
