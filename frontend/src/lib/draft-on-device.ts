/**
 * The mark of a draft that its writer keeps on this device, and its removal. Loaded with the app, so that signing out,
 * *Leave quickly* and the seventh day remove the draft without loading what seals it (`sealed-draft.ts`).
 *
 * The mark alone decides whether there is a draft: it goes at once, while the browser may delete the database later.
 */
import { read, remove, write } from './storage';

/** The database with the sealed draft. */
export const DATABASE = 'stillwater-draft';
/** When the draft ends, in milliseconds since 1970. */
const UNTIL = 'stillwater:draft-until';
const MAX_AGE_MS = 7 * 86_400_000;

/** Whether a draft is kept on this device. */
export const isDraftKept = () => Number(read('local', UNTIL)) > Date.now();

/** Renews the seven days. Returns whether the browser stored it. */
export const markDraftKept = () => write('local', UNTIL, String(Date.now() + MAX_AGE_MS));

/** Deletes the draft. */
export function forgetDraftOnDevice(): void {
  remove('local', UNTIL);
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // Without a database there is nothing to delete.
  }
}

/** Deletes a draft whose seven days are over. */
export function forgetOldDraft(): void {
  if (read('local', UNTIL) !== null && !isDraftKept()) forgetDraftOnDevice();
}
