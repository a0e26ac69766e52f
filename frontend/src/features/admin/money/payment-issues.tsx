import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice } from '@/ui/notice';
import { OnlyFor } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { Tag } from '../frame/tag';
import { amountOf, issues as words } from '../money-words';
import { ADMIN, handlePaymentIssue, paymentIssuesQuery } from '../queries';
import type { PaymentIssue } from '../types';
import { moment } from '../words';

/** Disputes, refunds and early fraud warnings that nobody has handled. */
export function PaymentIssues() {
  const issues = useQuery({ ...paymentIssuesQuery, refetchOnMount: 'always' });
  return (
    <section aria-labelledby="payment-issues">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="payment-issues" className="display text-h3 text-ink">
          {words.title}
        </h3>
        <SmallButton
          variant="outline"
          aria-disabled={issues.isFetching}
          onClick={() => issues.refetch()}
        >
          {around.lookAgain}
        </SmallButton>
      </div>
      {issues.isPending && <Loading />}
      {issues.error && <Failed what={words.what} error={issues.error} onRetry={issues.refetch} />}
      {issues.data?.length === 0 && (
        <div className="mt-3">
          <Empty>{words.none}</Empty>
        </div>
      )}
      {issues.data && issues.data.length > 0 && (
        <ul aria-label={words.title} className="mt-3 grid gap-2">
          {issues.data.map((issue) => (
            <Issue key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Issue({ issue }: { issue: PaymentIssue }) {
  const client = useQueryClient();
  const { id, kind, ends, status, createdAt, chargeStripeId, subscriptionStripeId } = issue;
  const { isOfGift } = issue;
  const handling = useMutation({
    mutationKey: [...ADMIN, 'payment-issue'],
    mutationFn: () => handlePaymentIssue(id),
    onSuccess: () => client.invalidateQueries({ queryKey: paymentIssuesQuery.queryKey }),
  });
  const { title, advice } = words.kinds[kind] ?? { title: kind, advice: '' };
  return (
    <li className="rounded-field border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-semibold text-ink">
            {title}: {amountOf(issue)}
          </p>
          <p className="max-w-[46rem]">{advice}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted wrap-anywhere">
            <time dateTime={createdAt}>{moment(createdAt)}</time>
            <span>{chargeStripeId}</span>
            {subscriptionStripeId && <span>{subscriptionStripeId}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {isOfGift && <Tag>{words.ofGift}</Tag>}
          {ends && <Tag tone="danger">{isOfGift ? words.endsGift : words.ends}</Tag>}
          {status && <Tag>{words.status(status)}</Tag>}
        </div>
        <OnlyFor least="owner">
          <SmallButton
            variant="outline"
            aria-disabled={handling.isPending}
            onClick={() => {
              if (!handling.isPending) handling.mutate();
            }}
          >
            {words.handled}
          </SmallButton>
        </OnlyFor>
      </div>
      {handling.error && (
        <Notice tone="danger" className="mt-3">
          {around.notDone} {explain(handling.error)}
        </Notice>
      )}
    </li>
  );
}
