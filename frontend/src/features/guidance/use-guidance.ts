/** Requests guidance and handles each outcome. The order of the checks is specified. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError } from '@/lib/api/error';
import type { Guidance, GuidanceRequest } from '@/lib/api/types';
import { sendWithCrisisFallback } from '@/lib/crisis-fallback';
import { useDialogs } from '@/lib/dialogs';
import { currentLanguage, currentWords } from '@/lib/language';
import { offerQuietHelp } from '@/lib/quiet-help';
import { showToast } from '@/lib/toasts';
import { useIsHere } from '@/lib/use-is-here';
import { offlineLetter } from './offline-letter';
import { keepLetter, requestGuidance, usageQuery } from './queries';
import { FREE_LIMIT, keepLocalCount } from './usage';
import { home } from './words';

/** The mutation key of a pending request; signing out clears it. */
const ASKING = ['guidance'];

/** Why there is no letter: an error message, or offline. */
export type Trouble = { kind: 'offline' } | { kind: 'failed'; message: string } | null;

interface UseGuidance {
  pending: boolean;
  trouble: Trouble;
  ask(request: GuidanceRequest): void;
}

export function useGuidance(onAnswered: () => void): UseGuidance {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const isHere = useIsHere();
  const [trouble, setTrouble] = useState<Trouble>(null);

  const answered = (guidance: Guidance) => {
    const { crisis, possibleDanger, resources, usage, ...letter } = guidance;
    if (possibleDanger) offerQuietHelp('possible');
    if (client.isMutating({ mutationKey: ASKING }) === 0) {
      // Signed out meanwhile: the response is dropped, but crisis help is shown.
      if (crisis) dialogs.showCrisis(resources);
      return;
    }
    if (usage) {
      client.setQueryData(usageQuery.queryKey, usage);
      keepLocalCount(usage.count);
    }
    const asksNear = !crisis && !possibleDanger && !letter.discreet && !letter.asked;
    const keep = () => keepLetter(client, { ...letter, offline: false, asksNear });
    const open = () => {
      keep();
      navigate('/result');
    };
    if (crisis) {
      // What they typed stays: they may want to say it to somebody.
      dialogs.showCrisis(resources, letter.topic ? open : undefined);
      return;
    }
    if (isHere()) {
      onAnswered();
      open();
    }
    // The user left the screen: the letter is saved for the result screen, and the text stays in its field.
    else keep();
  };

  const limitReached = () => {
    const usage = client.getQueryData(usageQuery.queryKey);
    keepLocalCount(usage?.limit ?? FREE_LIMIT);
    if (usage) client.setQueryData(usageQuery.queryKey, { ...usage, count: usage.limit });
    client.invalidateQueries(usageQuery);
    if (isHere()) dialogs.showUpgrade(usage?.resetsAt);
  };

  const unreachable = async ({ struggle, topicId, language }: GuidanceRequest) => {
    const letter =
      !struggle && topicId
        ? await offlineLetter(topicId, language ?? currentLanguage()).catch(() => null)
        : null;
    if (!letter) {
      setTrouble({ kind: 'offline' });
      return;
    }
    if (!isHere()) return;
    keepLetter(client, letter);
    navigate('/result');
  };

  const failed = (error: Error, request: GuidanceRequest) => {
    if (!isApiError(error)) {
      void unreachable(request);
      return;
    }
    // The app shows crisis help for any error that carries it, independently of this message.
    if (error.code === 'DAILY_LIMIT') {
      limitReached();
      return;
    }
    const message = messageFor(error);
    setTrouble({ kind: 'failed', message });
    // The reason stands beside the field.
    showToast({ title: currentWords(home).failed, tone: 'destructive' });
  };

  // `isPending` is rendered only after a second press of a double tap may have come.
  const isAsking = useRef(false);
  const mutation = useMutation({
    mutationKey: ASKING,
    mutationFn: (request: GuidanceRequest) =>
      request.struggle
        ? sendWithCrisisFallback(
            request.struggle,
            () => requestGuidance(request),
            dialogs.showBundledHelp,
          )
        : requestGuidance(request),
    onMutate: () => setTrouble(null),
    onSuccess: answered,
    onError: failed,
    onSettled: () => {
      isAsking.current = false;
    },
  });
  const ask = (request: GuidanceRequest) => {
    if (isAsking.current) return;
    isAsking.current = true;
    mutation.mutate(request);
  };
  return { pending: mutation.isPending, trouble, ask };
}

function messageFor(error: {
  status: number;
  retryAfter: number | null;
  fields: Readonly<Record<string, string>>;
  humanMessage: string | null;
}): string {
  const words = currentWords(home);
  if (error.status === 429 && error.retryAfter !== null) return words.wait(error.retryAfter);
  return error.fields.struggle ?? error.humanMessage ?? words.failedAgain;
}
