/** The form for a new prayer: kept as a draft, screened for a crisis first, and not lost by a failed request. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { numberInWords } from '@/lib/dates';
import { currentWords } from '@/lib/language';
import { useDraft } from '@/lib/use-draft';
import { useSubmission } from '@/lib/use-submission';
import { keepPrayers, type NewPrayer, writePrayer } from './queries';
import { writing } from './words';

export const MAX_LENGTH = 2000;

const DRAFT = 'prayer';
const SHARED_DRAFT = 'prayer-shared';

export function usePrayerForm(onKept: () => void) {
  const client = useQueryClient();
  const [text, setText] = useDraft(DRAFT);
  // Kept like the text: a retry without sharing would be a different prayer.
  const [shared, setShared] = useDraft(SHARED_DRAFT);
  const [problem, setProblem] = useState<string | null>(null);
  const [kept, setKept] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const refuse = (words: string) => {
    setProblem(words);
    field.current?.focus();
  };
  const submission = useSubmission(
    {
      name: DRAFT,
      drafts: [DRAFT, SHARED_DRAFT],
      textOf: (prayer: NewPrayer) => prayer.text,
      send: writePrayer,
      isStored: ({ prayer }) => prayer !== null,
      onStored: ({ prayer }) => {
        // After a lost response and a retry it may be in the list already.
        if (prayer)
          keepPrayers(client, (all) => [prayer, ...all.filter(({ id }) => id !== prayer.id)]);
      },
    },
    {
      stored: () => {
        setText('');
        setShared('');
        onKept();
        setKept(true);
      },
      refuse: ({ text: words }) => {
        if (words) refuse(words);
        return Boolean(words);
      },
      // The reason is not kept: it may no longer apply on return.
      notSent: setError,
    },
  );
  const { failure, pending } = submission;

  return {
    field,
    text,
    shared: shared !== '',
    problem,
    kept,
    pending,
    /** Sending failed, and no field error explains it. */
    notSent: failure === 'not-sent' && !problem,
    /** It was a crisis text and was not saved. */
    notKept: failure === 'not-kept',
    /** The error, if this instance of the form received it. */
    error,
    setShared: (on: boolean) => {
      setShared(on ? 'yes' : '');
      submission.changed();
    },
    type: (next: string) => {
      setText(next);
      submission.changed();
      setKept(false);
      // After the first submit each change is validated.
      if (problem) setProblem(problemOf(next));
    },
    send: () => {
      const words = problemOf(text);
      if (words) return refuse(words);
      if (pending) return;
      setKept(false);
      setError(null);
      submission.submit({ text: text.trim(), shared: shared !== '' });
    },
  };
}

function problemOf(text: string): string | null {
  const { blank, tooLong } = currentWords(writing);
  if (text.trim() === '') return blank;
  return text.trim().length > MAX_LENGTH ? tooLong(numberInWords(MAX_LENGTH)) : null;
}
