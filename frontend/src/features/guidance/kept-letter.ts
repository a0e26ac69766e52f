/** The last guidance, kept on this device if its reader wishes. It opens without a network; signing out removes it. */
import { read, remove, write } from '@/lib/storage';
import type { Letter } from './queries';

const KEY = 'stillwater:letter';
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** Says whether the browser lets it stay. */
export function keepOnDevice(letter: Letter): boolean {
  const isKept = write('local', KEY, JSON.stringify(letter));
  changed();
  return isKept;
}

export function removeFromDevice(): void {
  remove('local', KEY);
  changed();
}

/** What is kept, if it can still be read. */
export function keptLetter(): Letter | null {
  try {
    return JSON.parse(keptText() ?? 'null');
  } catch {
    return null;
  }
}

/** Calls back whenever another letter is kept, or none any more. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is kept as it is written down: equal for equal letters. */
export const keptText = () => read('local', KEY);

/** A message's paragraphs. */
export const paragraphsOf = (content: string) => content.split(/\n{2,}/);
