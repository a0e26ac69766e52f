/** Asking for guidance: what each outcome leads to. The order of the checks is the product's promise. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError } from '@/lib/api/error';
import type { Guidance, GuidanceRequest } from '@/lib/api/types';
import { useDialogs } from '@/lib/dialogs';
import { languageNow, wordsNow } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { sendWords } from '@/lib/unread-words';
import { useIsHere } from '@/lib/use-is-here';
import { offlineLetter } from './offline-letter';
import { keepLetter, requestGuidance, usageQuery } from './queries';
import { FREE_LIMIT, keepLocalCount } from './usage';
import { home } from './words';

/** What is asked for and not yet answered; signing out forgets it. */
const ASKING = ['guidance'];

/** Why there is no letter: words to show, or no way to the server at all. */
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
    const { usage, topic, related, testimonies, sources } = guidance;
    if (client.isMutating({ mutationKey: ASKING }) === 0) {
      // Signed out meanwhile: nothing of the answer may stay, but help is shown.
      if (guidance.crisis) dialogs.showCrisis(guidance.resources);
      return;
    }
    if (usage) {
      client.setQueryData(usageQuery.queryKey, usage);
      keepLocalCount(usage.count);
    }
    const keep = () => keepLetter(client, { topic, related, testimonies, sources, offline: false });
    const open = () => {
      keep();
      navigate('/result');
    };
    if (isHere()) onAnswered();
    if (guidance.crisis) dialogs.showCrisis(guidance.resources, topic ? open : undefined);
    else if (isHere()) open();
    // The letter waits where letters are read, and the words stay in their box: nobody was told of it.
    else keep();
  };

  const limitReached = () => {
    const usage = client.getQueryData(usageQuery.queryKey);
    keepLocalCount(usage?.limit ?? FREE_LIMIT);
    if (usage) client.setQueryData(usageQuery.queryKey, { ...usage, count: usage.limit });
    client.invalidateQueries(usageQuery);
    if (isHere()) dialogs.showUpgrade(usage?.resetsAt);
  };

  const unreachable = async ({ struggle, topicId }: GuidanceRequest) => {
    const letter = !struggle && topicId ? await offlineLetter(topicId).catch(() => null) : null;
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
    // The app shows help for any error that carries it; words about the failure come second.
    if (error.code === 'DAILY_LIMIT') {
      limitReached();
      return;
    }
    const message = messageFor(error);
    setTrouble({ kind: 'failed', message });
    const lang = languageNow();
    showToast({ title: wordsNow(home).failed, description: message, tone: 'destructive', lang });
  };

  const mutation = useMutation({
    mutationKey: ASKING,
    mutationFn: (request: GuidanceRequest) =>
      request.struggle
        ? sendWords(request.struggle, () => requestGuidance(request), dialogs.showBundledHelp)
        : requestGuidance(request),
    onMutate: () => setTrouble(null),
    onSuccess: answered,
    onError: failed,
  });
  return { pending: mutation.isPending, trouble, ask: mutation.mutate };
}

function messageFor(error: {
  status: number;
  retryAfter: number | null;
  fields: Readonly<Record<string, string>>;
  humanMessage: string | null;
}): string {
  const words = wordsNow(home);
  if (error.status === 429 && error.retryAfter !== null) return words.wait(error.retryAfter);
  return error.fields.struggle ?? error.humanMessage ?? words.failedAgain;
}
