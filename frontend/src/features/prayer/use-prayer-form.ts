/** Writing a prayer: kept as a draft, looked through for danger first, and never lost by a failed call. */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { attemptAt } from '@/lib/attempt';
import { numberInWords } from '@/lib/dates';
import { useDialogs } from '@/lib/dialogs';
import { dropDraft, keepDraft } from '@/lib/drafts';
import { wordsNow } from '@/lib/language';
import { sendWords } from '@/lib/unread-words';
import { useDraft } from '@/lib/use-draft';
import { useOnScreen } from '@/lib/use-on-screen';
import { keepPrayers, type NewPrayer, writePrayer } from './queries';
import { writing } from './words';

export const MAX_LENGTH = 2000;

const DRAFT = 'prayer';
const SHARED_DRAFT = 'prayer-shared';
/** `NOT_SENT`, `NOT_KEPT` or empty. */
const FAILED_DRAFT = 'prayer-failed';
const NOT_SENT = 'not-sent';
const NOT_KEPT = 'not-kept';
const attempt = attemptAt('prayer-attempt');
/** What is sent and not yet answered; signing out forgets it. */
const SENDING = ['prayer'];

export function usePrayerForm(onKept: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [text, setText] = useDraft(DRAFT);
  // Kept like the words: sent again unshared, they would be another prayer.
  const [shared, setShared] = useDraft(SHARED_DRAFT);
  const [problem, setProblem] = useState<string | null>(null);
  const [kept, setKept] = useState(false);
  // Kept like the words: whoever left the form that sent them is told on coming back.
  const [failure, setFailure] = useDraft(FAILED_DRAFT);
  const [error, setError] = useState<Error | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const refuse = (words: string) => {
    setProblem(words);
    field.current?.focus();
  };
  const empty = () => {
    setText('');
    setShared('');
    onKept();
  };
  // Somebody may have left the form that sent the prayer, and stand before another one when the answer comes.
  const onScreen = useOnScreen('prayer', { empty, refuse, setKept, setFailure, setError });
  const pending = useIsMutating({ mutationKey: SENDING }) > 0;
  const isForgotten = () => client.isMutating({ mutationKey: SENDING }) === 0;

  const sending = useMutation({
    mutationKey: SENDING,
    // What people confide is not kept in memory longer than it is shown.
    gcTime: 0,
    mutationFn: (prayer: NewPrayer) => {
      const key = attempt.key();
      const send = () => writePrayer(prayer, key);
      return sendWords(prayer.text, send, dialogs.showBundledHelp);
    },
    onMutate: () => {
      setKept(false);
      setFailure('');
      setError(null);
    },
    onSuccess: ({ crisis, resources, prayer }) => {
      if (crisis) dialogs.showCrisis(resources);
      if (isForgotten()) return;
      const shown = onScreen();
      if (prayer) {
        // Sent again after a lost answer, it may be in the list already.
        keepPrayers(client, (all) => [prayer, ...all.filter(({ id }) => id !== prayer.id)]);
        attempt.forget();
        dropDraft(DRAFT);
        dropDraft(SHARED_DRAFT);
        shown?.empty();
        shown?.setKept(true);
      } else {
        keepDraft(FAILED_DRAFT, NOT_KEPT);
        shown?.setFailure(NOT_KEPT);
      }
    },
    onError: (error) => {
      if (isForgotten()) return;
      const shown = onScreen();
      const words = isApiError(error) ? error.fields.text : undefined;
      if (shown && words) return shown.refuse(words);
      keepDraft(FAILED_DRAFT, NOT_SENT);
      shown?.setFailure(NOT_SENT);
      // The reason is not kept: on coming back it may be gone.
      shown?.setError(error);
    },
  });

  return {
    field,
    text,
    shared: shared !== '',
    problem,
    kept,
    pending,
    /** It could not be sent, and no field explains it. */
    notSent: failure === NOT_SENT && !problem,
    /** It told of danger, and was not kept. */
    notKept: failure === NOT_KEPT,
    /** Why, as far as this form was told. */
    error,
    setShared: (on: boolean) => {
      setShared(on ? 'yes' : '');
      attempt.forget();
      setFailure('');
    },
    type: (next: string) => {
      setText(next);
      attempt.forget();
      setFailure('');
      setKept(false);
      // After the first try each change is looked at anew.
      if (problem) setProblem(problemOf(next));
    },
    send: () => {
      const words = problemOf(text);
      if (words) refuse(words);
      else if (!pending) sending.mutate({ text: text.trim(), shared: shared !== '' });
    },
  };
}

function problemOf(text: string): string | null {
  const { blank, tooLong } = wordsNow(writing);
  if (text.trim() === '') return blank;
  return text.trim().length > MAX_LENGTH ? tooLong(numberInWords(MAX_LENGTH)) : null;
}
