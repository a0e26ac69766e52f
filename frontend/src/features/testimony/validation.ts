/** Validation of a testimony, with the specified messages. */
import * as z from 'zod/mini';
import { numberInWords } from '@/lib/dates';
import { currentWords } from '@/lib/language';
import { sharing } from './words';

const MIN_LENGTH = 10;
const MAX_LENGTH = 5000;

/** The server's limits: number and length of words to hide. */
export const MAX_HIDDEN_WORDS = 50;
export const MAX_HIDDEN_LEN = 100;

/** The zod schema, built on first use: building it takes as long as rendering the form. */
const rules = once(() => {
  // The CSP forbids eval, which zod would otherwise probe for.
  z.config({ jitless: true });
  const part = (name: keyof typeof sharing.parts) =>
    z.string().check(
      z.trim(),
      z.minLength(MIN_LENGTH, { error: () => currentWords(sharing).parts[name].tooShort }),
      z.maxLength(MAX_LENGTH, {
        error: () => currentWords(sharing).tooLong(numberInWords(MAX_LENGTH)),
      }),
    );
  return z.object({
    whatHappened: part('whatHappened'),
    whatHelped: part('whatHelped'),
    whatChanged: part('whatChanged'),
    alsoHide: z.array(z.string()),
    consent: z.literal(true, { error: () => currentWords(sharing).mustAgree }),
  });
});

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

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
export type ValidTestimony = z.infer<ReturnType<typeof rules>>;

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

/** The first error of each field, or the valid testimony. */
export function checkTestimony(
  fields: TestimonyFields,
):
  | { testimony: ValidTestimony; problems: null }
  | { testimony: null; problems: TestimonyProblems } {
  const result = rules().safeParse(fields);
  if (result.success) return { testimony: result.data, problems: null };
  const problems: TestimonyProblems = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0] as keyof TestimonyFields;
    problems[field] ??= issue.message;
  }
  return { testimony: null, problems };
}
