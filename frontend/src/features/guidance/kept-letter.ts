/**
 * The letters that their reader chose to keep on this device. They open offline; signing out deletes them. The account
 * has them only if a subscriber chose that, too: see `account-letters.ts`.
 */
import { shownLetter } from '@/lib/shown-letter';
import { read, remove, write } from '@/lib/storage';
import { noLetter } from './offline-letter';
import type { Letter } from './queries';

const KEY = 'stillwater:letters';
/** Earlier versions kept one letter, without a date. */
const FORMER = 'stillwater:letter';
/** Beyond it the oldest would have to go, and nobody's letter goes unasked. */
export const MAX_KEPT = 50;

export interface KeptLetter {
  /** A UUID: the account knows the letter by it. Earlier versions made other ids, unique on their device. */
  id: string;
  /** In ISO 8601; unknown for letters of earlier versions. */
  keptAt: string | null;
  letter: Letter;
}

type Topic = NonNullable<Letter['topic']>;

const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** The serialised letters: equal for equal letters, `null` without any. */
export const keptText = () => read('local', KEY) ?? read('local', FORMER);

/** The kept letters that can be parsed, the newest first. */
export function keptLetters(): KeptLetter[] {
  try {
    const found: unknown = JSON.parse(keptText() ?? 'null');
    const all = Array.isArray(found) ? found : [{ id: 'former', keptAt: null, letter: found }];
    // Letters of earlier versions lack some of it.
    return all
      .filter((one) => one?.letter)
      .map((one: KeptLetter) => ({ ...one, letter: { ...noLetter, ...one.letter } }));
  } catch {
    return [];
  }
}

/** The letter with this id; without an id the one that the result screen showed before a reload, or else the newest. */
export function keptLetter(id?: unknown): Letter | null {
  const kept = keptLetters();
  const wanted =
    typeof id === 'string' ? kept.find((one) => one.id === id) : (kept.find(wasShown) ?? kept[0]);
  return wanted?.letter ?? null;
}

function wasShown({ letter: { situation, topic } }: KeptLetter): boolean {
  const shown = shownLetter();
  return (
    shown?.id === (situation?.id ?? topic?.id) && shown?.reference === topic?.scripture.reference
  );
}

/** Returns whether the browser stored them. */
export function storeLetters(letters: readonly KeptLetter[]): boolean {
  const isStored = letters.length === 0 || write('local', KEY, JSON.stringify(letters));
  if (letters.length === 0) remove('local', KEY);
  if (isStored) remove('local', FORMER);
  changed();
  return isStored;
}

/** Returns whether the browser stored it. */
export function keepOnDevice(letter: Letter): boolean {
  const kept: KeptLetter = {
    id: crypto.randomUUID(),
    keptAt: new Date().toISOString(),
    letter,
  };
  return storeLetters([kept, ...keptLetters().filter((one) => !isSame(one.letter, letter))]);
}

/** Its other parts come in any order, and earlier versions lack some of them. */
export const isSame = ({ topic: one }: Letter, { topic: other }: Letter) =>
  one?.content === other?.content && one?.scripture.text === other?.scripture.text;

/** Whether the account may have it: nothing of a discreet letter goes to other devices, which others may use. */
export const isForAccount = ({ topic, discreet }: Letter): boolean => topic !== null && !discreet;

/** Whether this letter is kept. */
export const isKeptLetter = (letter: Letter): boolean =>
  letter.topic !== null && keptLetters().some((one) => isSame(one.letter, letter));

/** Calls back when the saved letters change, here or in another tab. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

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
export const isPassageAlone = ({ title, scripture }: Topic) =>
  title !== '' && title === scripture.reference;

/** A message's paragraphs. */
export const paragraphsOf = (content: string) => content.split(/\n{2,}/);
