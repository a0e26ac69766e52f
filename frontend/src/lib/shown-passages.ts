/**
 * The passages and letters that were shown, as references and ids only: asking again brings another one. Those of today
 * end with the tab, at midnight, and when the user signs out or leaves quickly. If the user keeps a message on this
 * device, they are kept for thirty days, except those of discreet letters.
 */
import { read, remove, write } from './storage';

const KEY = 'stillwater:shown';
/** On the device, if the user keeps a message there. */
const KEPT = 'stillwater:shown-for-a-month';
/** The server reads no more. */
const MAX_SHOWN = 50;
const MAX_AGE_DAYS = 30;
const DAY_MS = 86_400_000;

interface Shown {
  day: string;
  references: string[];
  letters?: string[];
}

interface KeptEntry {
  /** The day, counted from 1970. */
  day: number;
  reference: string;
  letter: string;
}

interface ShownLetter {
  reference: string;
  /** The id of its situation, or else of its topic. */
  letter: string;
  /** Whether nothing about it may stay on a device that others use. */
  discreet: boolean;
}

const today = () => new Date().toDateString();
const dayNumber = () => Math.floor(Date.now() / DAY_MS);

function ofToday(): Shown {
  const none = { day: today(), references: [], letters: [] };
  try {
    const shown: Shown | null = JSON.parse(read('session', KEY) ?? 'null');
    return shown?.day === today() ? shown : none;
  } catch {
    return none;
  }
}

function ofThisMonth(): KeptEntry[] {
  try {
    const kept: KeptEntry[] = JSON.parse(read('local', KEPT) ?? '[]');
    return kept.filter(({ day }) => dayNumber() - day < MAX_AGE_DAYS);
  } catch {
    return [];
  }
}

/** The oldest first, each once, as many as the server reads. */
const newest = (all: string[]) =>
  all.filter((one, index) => all.lastIndexOf(one) === index).slice(-MAX_SHOWN);

export const shownPassages = (): string[] =>
  newest([...ofThisMonth().map(({ reference }) => reference), ...ofToday().references]);

export const shownLetters = (): string[] =>
  newest([...ofThisMonth().map(({ letter }) => letter), ...(ofToday().letters ?? [])]);

/** `keeps` tells whether the user keeps a message on this device. */
export function noteShown({ reference, letter, discreet }: ShownLetter, keeps: boolean): void {
  const { day, references, letters = [] } = ofToday();
  const shown: Shown = {
    day,
    references: newest([...references, reference]),
    letters: discreet ? letters : newest([...letters, letter]),
  };
  write('session', KEY, JSON.stringify(shown));
  if (!keeps) remove('local', KEPT);
  else if (!discreet) {
    const kept = [...ofThisMonth(), { day: dayNumber(), reference, letter }].slice(-MAX_SHOWN);
    write('local', KEPT, JSON.stringify(kept satisfies KeptEntry[]));
  }
}

/** Forgets what was kept for a month, when the user keeps no message any more. */
export const forgetShownThisMonth = () => remove('local', KEPT);

export function forgetShown(): void {
  remove('session', KEY);
  remove('local', KEPT);
}
