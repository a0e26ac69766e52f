import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Question } from '@/ui/question';
import { cancelSubscription, subscriptionQuery, userQuery } from './queries';
import { cancelling } from './words';
import { yearly } from './yearly-words';

interface CancelSubscriptionProps extends Pick<User, 'isPremium'> {
  /** Reports a cancellation; one with immediate effect also removes the cancel button. */
  onDone(): void;
}

/** Cancels the subscription in two clicks. */
export function CancelSubscription({ isPremium, onDone }: CancelSubscriptionProps) {
  const words = useWords(cancelling);
  const { endOfYear } = useWords(yearly);
  const { data } = useQuery(subscriptionQuery);
  const [asking, setAsking] = useState(false);
  if (!data || data.cancelsAt) return null;
  // While a payment is overdue, cancelling takes effect at once.
  const atOnce = isPremium ? words.atOnce : words.paused;
  const end = data.plan === 'yearly' ? endOfYear : words.endOfMonth;
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="mt-3 -ml-3 min-h-11 rounded-full px-3 font-semibold text-muted hover:text-danger hover:underline"
      >
        {words.act}
      </button>
      {asking && (
        <CancelDialog onDone={onDone} onClose={() => setAsking(false)}>
          {data.status === 'past_due' || data.status === 'unpaid'
            ? atOnce
            : data.status === 'paused'
              ? words.pausedCollection
              : words.until(data.renewsAt ? dateInWords(data.renewsAt) : end)}
        </CancelDialog>
      )}
    </>
  );
}

interface CancelDialogProps {
  onDone(): void;
  onClose(): void;
  /** What happens to Premium. */
  children: string;
}

function CancelDialog({ onDone, onClose, children }: CancelDialogProps) {
  const client = useQueryClient();
  const words = useWords(cancelling);
  const done = ({ cancelsAt }: Awaited<ReturnType<typeof cancelSubscription>>) => {
    onClose();
    onDone();
    client.setQueryData(subscriptionQuery.queryKey, (before) => before && { ...before, cancelsAt });
    // An immediate cancellation ends Premium.
    return client.invalidateQueries({ queryKey: userQuery.queryKey });
  };
  return (
    <Question words={words} act={cancelSubscription} onDone={done} onClose={onClose}>
      <p className="mt-3">{children}</p>
    </Question>
  );
}
