/** The last guidance, saved on this device if its reader chooses. It opens offline; signing out deletes it. */
import { read, remove, write } from '@/lib/storage';
import { noLetter } from './offline-letter';
import type { Letter } from './queries';

const KEY = 'stillwater:letter';
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** Returns whether the browser stored it. */
export function keepOnDevice(letter: Letter): boolean {
  const isKept = write('local', KEY, JSON.stringify(letter));
  changed();
  return isKept;
}

export function removeFromDevice(): void {
  remove('local', KEY);
  changed();
}

/** The saved letter, if it can be parsed. */
export function keptLetter(): Letter | null {
  try {
    const letter: Letter | null = JSON.parse(keptText() ?? 'null');
    // Letters of earlier versions lack some of it.
    return letter && { ...noLetter, ...letter };
  } catch {
    return null;
  }
}

/** Whether this is the saved letter. Its other parts come in any order, and earlier versions lack some of them. */
export function isKeptLetter({ topic }: Letter): boolean {
  const kept = keptLetter()?.topic;
  return (
    topic !== null &&
    kept?.content === topic.content &&
    kept.scripture.text === topic.scripture.text
  );
}

/** Calls back when the saved letter changes. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The serialised letter: equal for equal letters. */
export const keptText = () => read('local', KEY);

const MAX_BEGINNING = 170;

/** The beginning of a passage: whole sentences, or else as many words as fit, with an ellipsis. No word is changed. */
export function beginningOf(text: string): string {
  if (text.length <= MAX_BEGINNING) return text;
  const beginning = text.slice(0, MAX_BEGINNING);
  const [sentences] = beginning.match(/^.{40,}[.!?][”’"']*(?=\s)/s) ?? [];
  return (
    sentences ?? `${beginning.slice(0, beginning.lastIndexOf(' ')).replace(/[,;:—-]+$/, '')} …`
  );
}

/** Whether somebody got a passage and no letter: then it is its own title. */
export const isPassageAlone = ({ title, scripture }: NonNullable<Letter['topic']>) =>
  title !== '' && title === scripture.reference;

/** A message's paragraphs. */
export const paragraphsOf = (content: string) => content.split(/\n{2,}/);
