/** What a story needs before it can be sent, in the specified words. */
import * as z from 'zod/mini';
import { numberInWords } from '@/lib/dates';
import { wordsNow } from '@/lib/language';
import { sharing } from './words';

const MIN_LENGTH = 10;
const MAX_LENGTH = 5000;

/** How many words an author may hide, and how long each may be. */
export const MAX_HIDDEN_WORDS = 50;
export const MAX_HIDDEN_LEN = 100;

/** Made for the first story that is checked: it takes as long as drawing the form, which is on the screen by then. */
const rules = once(() => {
  // The policy forbids evaluated code; zod would otherwise probe for it.
  z.config({ jitless: true });
  const part = (name: keyof typeof sharing.parts) =>
    z.string().check(
      z.trim(),
      z.minLength(MIN_LENGTH, { error: () => wordsNow(sharing).parts[name].tooShort }),
      z.maxLength(MAX_LENGTH, {
        error: () => wordsNow(sharing).tooLong(numberInWords(MAX_LENGTH)),
      }),
    );
  return z.object({
    whatHappened: part('whatHappened'),
    whatHelped: part('whatHelped'),
    whatChanged: part('whatChanged'),
    alsoHide: z.array(z.string()),
    consent: z.literal(true, { error: () => wordsNow(sharing).mustAgree }),
  });
});

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export interface StoryFields {
  whatHappened: string;
  whatHelped: string;
  whatChanged: string;
  /** Words of the story which its author hides besides what is found. */
  alsoHide: string[];
  /** What is typed to be hidden and not yet among them. */
  hideNext: string;
  consent: boolean;
}

/** A story ready to send. */
export type Story = z.infer<ReturnType<typeof rules>>;

export type StoryProblems = Partial<Record<keyof StoryFields, string>>;

export const emptyStory: StoryFields = {
  whatHappened: '',
  whatHelped: '',
  whatChanged: '',
  alsoHide: [],
  hideNext: '',
  consent: false,
};

/** The words to hide with others among them, each of them once. */
export function withHidden(words: readonly string[], more: string): string[] {
  const next = more.trim();
  const isNew = next !== '' && !words.some((word) => isSameWord(word, next));
  return isNew ? [...words, next] : [...words];
}

export const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The first problem of each field, or the story ready to send. */
export function checkStory(
  fields: StoryFields,
): { story: Story; problems: null } | { story: null; problems: StoryProblems } {
  const result = rules().safeParse(fields);
  if (result.success) return { story: result.data, problems: null };
  const problems: StoryProblems = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0] as keyof StoryFields;
    problems[field] ??= issue.message;
  }
  return { story: null, problems };
}
