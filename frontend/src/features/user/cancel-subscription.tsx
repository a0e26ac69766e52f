import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { dateInWords } from '@/lib/dates';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { cancelSubscription, subscriptionQuery } from './queries';

const FAILED = 'Failed to cancel your subscription';

/** The way out of paying, in two clicks and on this page. */
export function CancelSubscription() {
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
        Cancel subscription
      </button>
      {asking && <CancelDialog until={data.renewsAt} onClose={() => setAsking(false)} />}
    </>
  );
}

function CancelDialog({ until, onClose }: { until: string | null; onClose(): void }) {
  const client = useQueryClient();
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
      showToast({ title: FAILED, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = cancellation;
  // What has been asked for can't be taken back by closing the question.
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      role="alertdialog"
      title="Cancel your subscription?"
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            Keep Premium
          </Button>
          <Button look="danger" onClick={() => cancellation.mutate()} disabled={pending}>
            {pending ? 'Cancelling…' : 'Cancel subscription'}
          </Button>
        </>
      }
    >
      <p className="mt-3">
        You are not charged again. Premium stays on until{' '}
        {until ? dateInWords(until) : 'the end of the month you paid for'}; your prayers stay yours
        to read after that.
      </p>
      {error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{FAILED}</strong>
          {reasonOf(error)}
        </Notice>
      )}
    </Dialog>
  );
}

const reasonOf = (error: Error) =>
  (isApiError(error) && error.humanMessage) ||
  'Nothing was changed. Check your connection and try again.';
