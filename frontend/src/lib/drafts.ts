/**
 * Drafts of unsent text. They are kept in memory, so they survive a change of screen but not a closed tab. Only our
 * own full-page navigations move them through `sessionStorage`, where reading deletes them. The author of a testimony may
 * keep the draft on this device (`sealed-draft.ts`).
 */
import { forgetDraftOnDevice } from './draft-on-device';
import { read, remove, write } from './storage';

const KEY = 'stillwater:drafts';
let drafts: Record<string, unknown> = takeBack();
/** Whether drafts of this document are in `sessionStorage` for the next one. */
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

/** The draft of this name, if any. */
export const draft = <T>(name: string): T | undefined => drafts[name] as T | undefined;

/** Whether there is any draft, restored or new. */
export const hasDrafts = () => Object.keys(drafts).length > 0;

/** Drafts that are not text: a response, a form option, an idempotency key or a failure. */
const NOT_TEXT = /^letter$|-(attempt|shared|failed)$/;

const isText = (kept: unknown): boolean =>
  typeof kept === 'string'
    ? kept.trim() !== ''
    : typeof kept === 'object' && kept !== null && Object.values(kept).some(isText);

/** Whether the user has unsent text. */
export const hasUnsentText = () =>
  Object.entries(drafts).some(([name, kept]) => !NOT_TEXT.test(name) && isText(kept));

/** Stores a draft for as long as the tab lives. */
export function keepDraft(name: string, value: unknown): void {
  drafts[name] = value;
}

/** Deletes a draft that was sent or discarded. */
export function dropDraft(name: string): void {
  delete drafts[name];
}

/** Deletes the drafts whose names begin so. */
export function dropDraftsOf(prefix: string): void {
  for (const name in drafts) if (name.startsWith(prefix)) delete drafts[name];
}

/** Deletes all drafts, also the one on this device, as after signing out or a quick exit. */
export function dropAllDrafts(): void {
  drafts = {};
  forgetDraftOnDevice();
  remove('session', KEY);
}

/** Saves the drafts for a full-page navigation. */
export function keepDraftsForReload(): void {
  if (hasDrafts()) write('session', KEY, JSON.stringify(drafts));
  // Removes an older copy, so that sent or discarded text does not come back.
  else remove('session', KEY);
  carried = read('session', KEY) !== null;
}

/**
 * Called when the back/forward cache restores this document with its drafts in memory. Deletes the saved copy.
 * Returns whether another document has taken the copy meanwhile: there it may have been sent, or its author may have
 * signed out.
 */
export function comeBackToDrafts(): boolean {
  const taken = carried && read('session', KEY) === null;
  carried = false;
  remove('session', KEY);
  return taken;
}
