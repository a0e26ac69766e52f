/**
 * The passages shown today in this tab, as references only: asking again brings another one. They end with the tab, at
 * midnight, and when the user signs out or leaves quickly.
 */
import { read, remove, write } from './storage';

const KEY = 'stillwater:shown';
/** The server reads no more. */
const MAX_SHOWN = 50;

interface Shown {
  day: string;
  references: string[];
}

const today = () => new Date().toDateString();

export function shownToday(): string[] {
  try {
    const shown: Shown | null = JSON.parse(read('session', KEY) ?? 'null');
    return shown?.day === today() ? shown.references : [];
  } catch {
    return [];
  }
}

export function noteShown(reference: string): void {
  const others = shownToday().filter((other) => other !== reference);
  const references = [...others, reference].slice(-MAX_SHOWN);
  write('session', KEY, JSON.stringify({ day: today(), references } satisfies Shown));
}

export const forgetShown = () => remove('session', KEY);
