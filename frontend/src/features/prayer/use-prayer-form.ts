/** The form for a new prayer: kept as a draft, screened for a crisis first, and not lost by a failed request. */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { sendWithCrisisFallback } from '@/lib/crisis-fallback';
import { numberInWords } from '@/lib/dates';
import { useDialogs } from '@/lib/dialogs';
import { dropDraft, keepDraft } from '@/lib/drafts';
import { storedIdempotencyKey } from '@/lib/idempotency-key';
import { currentWords } from '@/lib/language';
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
const idempotencyKey = storedIdempotencyKey('prayer-attempt');
/** The mutation key of a pending request; signing out clears it. */
const SENDING = ['prayer'];

export function usePrayerForm(onKept: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [text, setText] = useDraft(DRAFT);
  // Kept like the text: a retry without sharing would be a different prayer.
  const [shared, setShared] = useDraft(SHARED_DRAFT);
  const [problem, setProblem] = useState<string | null>(null);
  const [kept, setKept] = useState(false);
  // Kept like the text, so that a failure that arrives elsewhere is shown on return.
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
  // When the response arrives, another instance of the form may be mounted.
  const onScreen = useOnScreen('prayer', { empty, refuse, setKept, setFailure, setError });
  const pending = useIsMutating({ mutationKey: SENDING }) > 0;
  const isForgotten = () => client.isMutating({ mutationKey: SENDING }) === 0;

  const sending = useMutation({
    mutationKey: SENDING,
    // Confidential text is not kept in the mutation cache longer than it is shown.
    gcTime: 0,
    mutationFn: (prayer: NewPrayer) => {
      const key = idempotencyKey.get();
      const send = () => writePrayer(prayer, key);
      return sendWithCrisisFallback(prayer.text, send, dialogs.showBundledHelp);
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
        // After a lost response and a retry it may be in the list already.
        keepPrayers(client, (all) => [prayer, ...all.filter(({ id }) => id !== prayer.id)]);
        idempotencyKey.forget();
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
      // The reason is not kept: it may no longer apply on return.
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
    /** Sending failed, and no field error explains it. */
    notSent: failure === NOT_SENT && !problem,
    /** It was a crisis text and was not saved. */
    notKept: failure === NOT_KEPT,
    /** The error, if this instance of the form received it. */
    error,
    setShared: (on: boolean) => {
      setShared(on ? 'yes' : '');
      idempotencyKey.forget();
      setFailure('');
    },
    type: (next: string) => {
      setText(next);
      idempotencyKey.forget();
      setFailure('');
      setKept(false);
      // After the first submit each change is validated.
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
  const { blank, tooLong } = currentWords(writing);
  if (text.trim() === '') return blank;
  return text.trim().length > MAX_LENGTH ? tooLong(numberInWords(MAX_LENGTH)) : null;
}
