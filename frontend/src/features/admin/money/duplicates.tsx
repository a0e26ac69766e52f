import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { OnlyFor } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { amountOf, twice as words } from '../money-words';
import { ADMIN, duplicatesQuery, handleDuplicate, refundDuplicate } from '../queries';
import type { DuplicateSubscription } from '../types';
import { moment } from '../words';

/** Subscriptions of people who pay twice, or perhaps do. */
export function Duplicates() {
  const found = useQuery({ ...duplicatesQuery, refetchOnMount: 'always' });
  return (
    <section aria-labelledby="paid-twice">
      <h3 id="paid-twice" className="display text-h3 text-ink">
        {words.title}
      </h3>
      {found.isPending && <Loading />}
      {found.error && <Failed what={words.what} error={found.error} onRetry={found.refetch} />}
      {found.data?.length === 0 && (
        <div className="mt-3">
          <Empty>{words.none}</Empty>
        </div>
      )}
      {found.data && found.data.length > 0 && (
        <ul aria-label={words.title} className="mt-3 grid gap-2">
          {found.data.map((duplicate) => (
            <Duplicate key={duplicate.id} duplicate={duplicate} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Duplicate({ duplicate }: { duplicate: DuplicateSubscription }) {
  const client = useQueryClient();
  const { id, state, stripeId, keptStripeId, amount, currency, foundAt } = duplicate;
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationKey: [...ADMIN, 'duplicate-subscription'],
    mutationFn: (act: (id: string) => Promise<unknown>) => act(id),
    onSuccess: () => client.invalidateQueries({ queryKey: duplicatesQuery.queryKey }),
  });
  const run = (act: (id: string) => Promise<unknown>) => {
    if (!change.isPending) change.mutate(act);
  };
  const { title, advice } = words.states[state] ?? { title: state, advice: '' };
  return (
    <li className="rounded-field border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-semibold text-ink">
            {title}
            {currency && amount > 0 && `: ${amountOf({ amount, currency })}`}
          </p>
          <p className="max-w-[46rem]">{advice}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted wrap-anywhere">
            <time dateTime={foundAt}>{moment(foundAt)}</time>
            {stripeId && <span>{words.second(stripeId)}</span>}
            {keptStripeId && <span>{words.first(keptStripeId)}</span>}
          </p>
        </div>
        <OnlyFor least="owner">
          <div className="flex flex-wrap gap-2">
            {state === 'asked' && (
              <SmallButton aria-disabled={change.isPending} onClick={() => setAsking(true)}>
                {words.refund}
              </SmallButton>
            )}
            <SmallButton
              variant="outline"
              aria-disabled={change.isPending}
              onClick={() => run(handleDuplicate)}
            >
              {words.handled}
            </SmallButton>
          </div>
        </OnlyFor>
      </div>
      {change.error && (
        <Notice tone="danger" className="mt-3">
          {around.notDone} {explain(change.error)}
        </Notice>
      )}
      {asking && (
        <ConfirmDialog
          title={words.askRefund}
          confirm={words.refund}
          variant="danger"
          onClose={() => setAsking(false)}
          onConfirm={() => run(refundDuplicate)}
        >
          {words.refundText}
        </ConfirmDialog>
      )}
    </li>
  );
}
