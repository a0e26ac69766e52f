import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { dateInWords } from '@/lib/dates';
import { useWords, wordsNow } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { cancelSubscription, subscriptionQuery } from './queries';
import { cancelling } from './words';

/** The way out of paying, in two clicks and on this page. */
export function CancelSubscription() {
  const words = useWords(cancelling);
  const { data } = useQuery(subscriptionQuery);
  const [asking, setAsking] = useState(false);
  if (!data || data.cancelsAt) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="mt-3 -ml-3 min-h-11 rounded-full px-3 font-semibold text-muted hover:text-danger hover:underline"
      >
        {words.ask}
      </button>
      {asking && <CancelDialog until={data.renewsAt} onClose={() => setAsking(false)} />}
    </>
  );
}

function CancelDialog({ until, onClose }: { until: string | null; onClose(): void }) {
  const client = useQueryClient();
  const words = useWords(cancelling);
  const cancellation = useMutation({
    mutationFn: cancelSubscription,
    onSuccess: ({ cancelsAt }) => {
      onClose();
      client.setQueryData(
        subscriptionQuery.queryKey,
        (before) => before && { ...before, cancelsAt },
      );
    },
    onError: (error) =>
      showToast({ title: words.failed, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = cancellation;
  // What has been asked for can't be taken back by closing the question.
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            {words.keep}
          </Button>
          <Button look="danger" onClick={() => cancellation.mutate()} disabled={pending}>
            {pending ? words.asking : words.ask}
          </Button>
        </>
      }
    >
      <p className="mt-3">{words.until(until ? dateInWords(until) : words.endOfMonth)}</p>
      {error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{words.failed}</strong>
          {reasonOf(error)}
        </Notice>
      )}
    </Dialog>
  );
}

const reasonOf = (error: Error) =>
  (isApiError(error) && error.humanMessage) || wordsNow(cancelling).failedText;
