/** Writing a prayer: kept as a draft, looked through for danger first, and never lost by a failed call. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { numberInWords } from '@/lib/dates';
import { useDialogs } from '@/lib/dialogs';
import { wordsNow } from '@/lib/language';
import { sendWords } from '@/lib/unread-words';
import { useDraft } from '@/lib/use-draft';
import { keepPrayers, type NewPrayer, writePrayer } from './queries';
import { writing } from './words';

export const LONGEST = 2000;

/** What happened to the last prayer that was sent. */
type Outcome = 'kept' | 'not-kept' | null;

export function usePrayerForm(onKept: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [text, setText] = useDraft('prayer');
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const attempt = useRef({ body: '', key: '' });

  const sending = useMutation({
    // What people confide is not kept in memory longer than it is shown.
    gcTime: 0,
    mutationFn: (prayer: NewPrayer) => {
      const body = JSON.stringify(prayer);
      // The same words sent again are the same prayer; changed words are a new one.
      if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() };
      const send = () => writePrayer(prayer, attempt.current.key);
      return sendWords(prayer.text, send, dialogs.showBundledHelp);
    },
    onMutate: () => setOutcome(null),
    onSuccess: ({ crisis, resources, prayer }) => {
      if (prayer) {
        keepPrayers(client, (before) => [prayer, ...before]);
        // The same words another day are another prayer.
        attempt.current = { body: '', key: '' };
        setText('');
        setShared(false);
        onKept();
      }
      setOutcome(prayer ? 'kept' : 'not-kept');
      if (crisis) dialogs.showCrisis(resources);
    },
    onError: (error) => {
      const words = isApiError(error) ? error.fields.text : undefined;
      if (words) refuse(words);
    },
  });

  const refuse = (words: string) => {
    setProblem(words);
    field.current?.focus();
  };

  return {
    field,
    text,
    shared,
    problem,
    outcome,
    pending: sending.isPending,
    /** A failure that no field explains. */
    error: problem ? null : sending.error,
    setShared,
    type: (next: string) => {
      setText(next);
      setOutcome(null);
      // After the first try each change is looked at anew.
      if (problem) setProblem(problemOf(next));
    },
    send: () => {
      const words = problemOf(text);
      if (words) refuse(words);
      else if (!sending.isPending) sending.mutate({ text: text.trim(), shared });
    },
  };
}

function problemOf(text: string): string | null {
  const { blank, tooLong } = wordsNow(writing);
  if (text.trim() === '') return blank;
  return text.trim().length > LONGEST ? tooLong(numberInWords(LONGEST)) : null;
}
