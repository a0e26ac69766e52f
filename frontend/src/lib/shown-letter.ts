/**
 * Which letter the result screen shows, as ids, so that a reload shows it again: never the words of its reader. It ends
 * with the tab, and when the user signs out or leaves quickly.
 */
import { read, remove, write } from './storage';

const KEY = 'stillwater:shown-letter';

/** A letter without its text. */
export interface ShownLetter {
  /** The id of its situation, or else of its topic. */
  id: string;
  /** Its passage. */
  reference: string;
  /** Whether it is a passage alone. */
  asked: boolean;
  /** Its language; English if none is noted. */
  language?: string;
}

/** `null` for a letter that may leave no trace. */
export function noteShownLetter(shown: ShownLetter | null): void {
  if (shown) write('session', KEY, JSON.stringify(shown));
  else forgetShownLetter();
}

export function shownLetter(): ShownLetter | null {
  try {
    return JSON.parse(read('session', KEY) ?? 'null');
  } catch {
    return null;
  }
}

export const forgetShownLetter = () => remove('session', KEY);
