import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { Field } from '../frame/field';
import { HandOverDialog } from '../frame/hand-over-dialog';
import { OnlyFor } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { Tag } from '../frame/tag';
import { amountOf } from '../money-words';
import { ADMIN, endGift, giftsQuery, handOverGift, refundGift } from '../queries';
import type { StaffGift } from '../types';
import { day } from '../words';
import { gifts as words } from './gift-words';

/** The gifts that were paid. Their codes are not among them. */
export function Gifts() {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const found = useQuery({ ...giftsQuery(query), refetchOnMount: 'always' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === query) void found.refetch();
    else setQuery(typed.trim());
  };
  // Where nobody has ever given one there is nothing to see.
  if (query === '' && !found.error && !found.data?.length) return null;
  return (
    <section aria-labelledby="gifts">
      <h3 id="gifts" className="display text-h3 text-ink">
        {words.title}
      </h3>
      <search>
        <form onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
          <Field
            label={words.search}
            hint={words.searchHint}
            type="search"
            value={typed}
            onChange={setTyped}
            maxLength={254}
            autoComplete="off"
            className="min-w-56 flex-1"
          />
          <SmallButton type="submit" icon="search">
            {words.look}
          </SmallButton>
        </form>
      </search>
      {found.isPending && <Loading />}
      {found.error && <Failed what={words.what} error={found.error} onRetry={found.refetch} />}
      {found.data?.length === 0 && (
        <div className="mt-3">
          <Empty>{words.none}</Empty>
        </div>
      )}
      {found.data && found.data.length > 0 && (
        <>
          <p role="status" className="mt-3 text-label text-muted">
            {words.found(found.data.length)}
          </p>
          <ul aria-label={words.title} className="mt-3 grid gap-2">
            {found.data.map((gift) => (
              <Gift key={gift.id} gift={gift} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Gift({ gift }: { gift: StaffGift }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'refund' | 'hand-over' | 'end' | null>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'gift'],
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
  const run = (done: string, call: () => Promise<unknown>) => {
    if (!change.isPending) change.mutate({ call, done });
  };
  const { id, email, state, amount, stripeId, paidAt, usedAt, expiresAt } = gift;
  const close = () => setAsking(null);
  return (
    <li className="rounded-field border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-semibold text-ink wrap-anywhere">{email ?? words.noAddress}</p>
          <p className="flex flex-wrap gap-x-4 text-label text-muted">
            <span>{amountOf({ amount, currency: 'usd' })}</span>
            {paidAt && <span>{words.paid(day(paidAt))}</span>}
            {usedAt && <span>{words.used(day(usedAt))}</span>}
            {state === 'paid' && expiresAt && <span>{words.until(day(expiresAt))}</span>}
          </p>
          {stripeId && <p className="text-small text-muted wrap-anywhere">{stripeId}</p>}
        </div>
        <Tag tone={state === 'paid' ? 'amber' : 'quiet'}>{words.states[state] ?? state}</Tag>
        <OnlyFor least="owner">
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{words.actions(email ?? stripeId ?? '')}</legend>
            {state === 'paid' && (
              <>
                <SmallButton variant="outline" onClick={() => setAsking('hand-over')}>
                  {words.handOver}
                </SmallButton>
                <SmallButton variant="outline" onClick={() => setAsking('refund')}>
                  {words.refund}
                </SmallButton>
              </>
            )}
            {(state === 'paid' || state === 'used') && (
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
          words={words}
          onClose={close}
          onHandOver={(to) => run(words.handedOver, () => handOverGift(id, to))}
        />
      )}
      {asking === 'refund' && (
        <ConfirmDialog
          title={words.askRefund}
          confirm={words.refund}
          variant="danger"
          onClose={close}
          onConfirm={() => run(words.refunding, () => refundGift(id))}
        >
          {words.refundText}
        </ConfirmDialog>
      )}
      {asking === 'end' && (
        <ConfirmDialog
          title={words.askEnd}
          confirm={words.end}
          variant="danger"
          onClose={close}
          onConfirm={() => run(words.ended, () => endGift(id))}
        >
          {words.endText}
        </ConfirmDialog>
      )}
    </li>
  );
}
