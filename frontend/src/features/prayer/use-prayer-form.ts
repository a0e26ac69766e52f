/** Writing a prayer: kept as a draft, looked through for danger first, and never lost by a failed call. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { attemptAt } from '@/lib/attempt';
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

const attempt = attemptAt('prayer-attempt');

export function usePrayerForm(onKept: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [text, setText] = useDraft('prayer');
  // Kept like the words: sent again unshared, they would be another prayer.
  const [shared, setShared] = useDraft('prayer-shared');
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const sending = useMutation({
    // What people confide is not kept in memory longer than it is shown.
    gcTime: 0,
    mutationFn: (prayer: NewPrayer) => {
      const key = attempt.key();
      const send = () => writePrayer(prayer, key);
      return sendWords(prayer.text, send, dialogs.showBundledHelp);
    },
    onMutate: () => setOutcome(null),
    onSuccess: ({ crisis, resources, prayer }) => {
      if (prayer) {
        // Sent again after a lost answer, it may be in the list already.
        keepPrayers(client, (all) => [prayer, ...all.filter(({ id }) => id !== prayer.id)]);
        attempt.forget();
        setText('');
        setShared('');
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
    shared: shared !== '',
    problem,
    outcome,
    pending: sending.isPending,
    /** A failure that no field explains. */
    error: problem ? null : sending.error,
    setShared: (on: boolean) => {
      setShared(on ? 'yes' : '');
      attempt.forget();
    },
    type: (next: string) => {
      setText(next);
      attempt.forget();
      setOutcome(null);
      // After the first try each change is looked at anew.
      if (problem) setProblem(problemOf(next));
    },
    send: () => {
      const words = problemOf(text);
      if (words) refuse(words);
      else if (!sending.isPending) sending.mutate({ text: text.trim(), shared: shared !== '' });
    },
  };
}

function problemOf(text: string): string | null {
  const { blank, tooLong } = wordsNow(writing);
  if (text.trim() === '') return blank;
  return text.trim().length > LONGEST ? tooLong(numberInWords(LONGEST)) : null;
}
