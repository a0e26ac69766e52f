import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { isOver, money as words } from '../money-words';
import { ADMIN, endSubscription, handOverSubscription, keepSubscription } from '../queries';
import type { StaffSubscription } from '../types';
import { day, moment } from '../words';
import { ConfirmDialog } from './confirm-dialog';
import { HandOverDialog } from './hand-over-dialog';
import { OnlyFor } from './role';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { explain } from './states';
import { Tag } from './tag';

interface SubscriptionRowProps {
  subscription: StaffSubscription;
  /** The address of the person who is likely to get it. */
  handOverTo?: string | undefined;
}

/** One subscription, and what staff can do with it. */
export function SubscriptionRow({ subscription, handOverTo }: SubscriptionRowProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'hand-over' | 'keep' | 'end' | null>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'subscription'],
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
  const { id, email, status, stripeId, customerStripeId, createdAt, periodEnd } = subscription;
  const { endsAt, unpaidSince, comparedAt } = subscription;
  const { isClaimed, isEnding, isKeptAfterRefund, plan } = subscription;
  const over = isOver(status);
  const paid = status !== null && !['incomplete', 'incomplete_expired'].includes(status);
  const run = (done: string, call: () => Promise<unknown>) => {
    if (!change.isPending) change.mutate({ call, done });
  };
  return (
    <li className="rounded-field border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-semibold text-ink wrap-anywhere">{email ?? words.noAddress}</p>
          <p className="flex flex-wrap gap-x-4 text-label text-muted wrap-anywhere">
            <span>{words.begun(day(createdAt))}</span>
            {periodEnd && !over && <span>{words.until(day(periodEnd))}</span>}
            {endsAt && <span>{words.endsAt(day(endsAt))}</span>}
            {unpaidSince && !over && <span>{words.unpaidSince(day(unpaidSince))}</span>}
            <span>{comparedAt ? words.compared(moment(comparedAt)) : words.neverCompared}</span>
          </p>
          <p className="flex flex-wrap gap-x-4 text-small text-muted wrap-anywhere">
            {stripeId && <span>{stripeId}</span>}
            {customerStripeId && <span>{customerStripeId}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Tag tone={isClaimed ? 'quiet' : 'amber'}>
            {isClaimed ? words.claimed : words.unclaimed}
          </Tag>
          <Tag>{status ? words.status(status) : words.notBegun}</Tag>
          {words.plans[plan] && <Tag>{words.plans[plan]}</Tag>}
          {isKeptAfterRefund && !over && <Tag>{words.isKept}</Tag>}
          {isEnding && !over && <Tag tone="danger">{words.ending}</Tag>}
        </div>
        <OnlyFor least="owner">
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{words.actions(email ?? stripeId ?? '')}</legend>
            {!isClaimed && paid && (
              <SmallButton variant="outline" onClick={() => setAsking('hand-over')}>
                {words.handOver}
              </SmallButton>
            )}
            {paid && !over && !isEnding && !isKeptAfterRefund && (
              <SmallButton variant="outline" onClick={() => setAsking('keep')}>
                {words.keep}
              </SmallButton>
            )}
            {!over && !isEnding && (
              <SmallButton variant="danger" onClick={() => setAsking('end')}>
                {words.end}
              </SmallButton>
            )}
          </fieldset>
        </OnlyFor>
      </div>
      {change.error && (
        <Notice tone="danger" className="mt-3">
          {around.notDone} {explain(change.error)}
        </Notice>
      )}
      <p role="status" className="text-label text-muted">
        {change.isPending && around.saving}
        {change.isSuccess && change.variables.done}
      </p>
      {asking === 'hand-over' && (
        <HandOverDialog
          to={handOverTo}
          onClose={() => setAsking(null)}
          onHandOver={(to) => run(words.handedOver, () => handOverSubscription(id, to))}
        />
      )}
      {asking === 'keep' && (
        <ConfirmDialog
          title={words.askKeep}
          confirm={words.keep}
          onClose={() => setAsking(null)}
          onConfirm={() => run(words.kept, () => keepSubscription(id))}
        >
          {words.keepText}
        </ConfirmDialog>
      )}
      {asking === 'end' && (
        <ConfirmDialog
          title={words.askEnd}
          confirm={words.end}
          variant="danger"
          onClose={() => setAsking(null)}
          onConfirm={() => run(words.ended, () => endSubscription(id))}
        >
          {words.endText}
        </ConfirmDialog>
      )}
    </li>
  );
}
