/** Validation of a testimony, with the specified messages. */
import { numberInWords } from '@/lib/dates';
import { currentWords } from '@/lib/language';
import { sharing } from './words';

const MIN_LENGTH = 10;
const MAX_LENGTH = 5000;

/** The server's limits: number and length of words to hide. */
export const MAX_HIDDEN_WORDS = 50;
export const MAX_HIDDEN_LEN = 100;

export interface TestimonyFields {
  whatHappened: string;
  whatHelped: string;
  whatChanged: string;
  /** Words the author hides in addition to the automatic redaction. */
  alsoHide: string[];
  /** The word in the hide field that is not added yet. */
  hideNext: string;
  consent: boolean;
}

/** A valid testimony, ready to send. */
export interface ValidTestimony extends Omit<TestimonyFields, 'hideNext'> {
  consent: true;
}

export type TestimonyProblems = Partial<Record<keyof TestimonyFields, string>>;

export const emptyTestimony: TestimonyFields = {
  whatHappened: '',
  whatHelped: '',
  whatChanged: '',
  alsoHide: [],
  hideNext: '',
  consent: false,
};

/** The list of words to hide with more added, without duplicates. */
export function withHidden(words: readonly string[], more: string): string[] {
  const next = more.trim();
  const isNew = next !== '' && !words.some((word) => isSameWord(word, next));
  return isNew ? [...words, next] : [...words];
}

export const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const PARTS = ['whatHappened', 'whatHelped', 'whatChanged'] as const;

/** The first error of each field, or the valid testimony. */
export function checkTestimony(
  fields: TestimonyFields,
):
  | { testimony: ValidTestimony; problems: null }
  | { testimony: null; problems: TestimonyProblems } {
  const { parts, tooLong, mustAgree } = currentWords(sharing);
  const { hideNext: _, consent, ...testimony } = { ...fields };
  const problems: TestimonyProblems = {};
  for (const part of PARTS) {
    const text = fields[part].trim();
    if (text.length < MIN_LENGTH) problems[part] = parts[part].tooShort;
    if (text.length > MAX_LENGTH) problems[part] = tooLong(numberInWords(MAX_LENGTH));
    testimony[part] = text;
  }
  if (!consent) problems.consent = mustAgree;
  if (!consent || Object.keys(problems).length > 0) return { testimony: null, problems };
  return { testimony: { ...testimony, consent }, problems: null };
}
