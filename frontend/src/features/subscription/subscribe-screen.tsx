import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { supportEmail } from '@/lib/product';
import { buttonClass } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { LoadFailed } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { EmailForm } from './email-form';
import { giving } from './gift-words';
import { OfferedPremium } from './offered-premium';
import { PaidTwice } from './paid-twice';
import { PaymentForm } from './payment-form';
import { offer } from './payment-words';
import { Plan, usePayable } from './plan';
import type { ChosenPlan, PlanName } from './plans';
import { type Subscription, subscriptionQuery } from './queries';
import { StandIn } from './stand-in';
import { useSubscribe } from './use-subscribe';
import { WaitingPremium } from './waiting-premium';

interface SubscribeScreenProps {
  /** The current user; null for a visitor, undefined while unknown. */
  user: User | null | undefined;
  /** The failed session query, if it failed. */
  unreached?: Asked | undefined;
  onPaid(): void;
}

/** The part of a query used here. */
type Asked = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** The subscribe screen: the plan, an address, and the card. */
export function SubscribeScreen({ user, unreached, onPaid }: SubscribeScreenProps) {
  const words = useWords(offer);
  const gifts = useWords(giving);
  const subscription = useQuery(subscriptionQuery);
  const { data } = subscription;
  const failed = [subscription, unreached].filter((asked): asked is Asked => !!asked?.error);
  const error = failed[0]?.error;
  const [plan, setPlan] = useState<PlanName>('monthly');
  const yearlyPrice = data?.yearlyPrice ?? null;
  const chosen: ChosenPlan = { plan: yearlyPrice === null ? 'monthly' : plan, yearlyPrice };
  // Nobody who has paid is shown a price.
  const owns = data !== undefined && (isPaid(data.status) || data.isOffered);
  return (
    <Page title={owns ? words.own : words.title} width="cards" above={<BackHome />}>
      {data?.standIn && <StandIn />}
      {data?.paidTwice && <PaidTwice found={data.paidTwice} />}
      <div
        className={
          owns
            ? 'max-w-[36rem]'
            : 'grid items-start gap-6 rail:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] rail:gap-8'
        }
      >
        {!owns && <Plan chosen={chosen} />}
        <div>
          {error && (
            <LoadFailed
              title={words.notReached}
              error={error}
              busy={failed.some((asked) => asked.isFetching)}
              onRetry={() => failed.map((asked) => asked.refetch())}
            />
          )}
          {!error && (!data || user === undefined) && <Loading />}
          {data && user !== undefined && (
            <Offer
              subscription={data}
              user={user}
              chosen={chosen}
              onChoose={setPlan}
              onPaid={onPaid}
            />
          )}
        </div>
      </div>
      {yearlyPrice !== null && !user?.blocked && (
        <p className="mt-8 flex flex-wrap items-center gap-x-2 text-muted">
          {gifts.invite}
          <a
            href="/subscribe/gift"
            className="inline-flex min-h-11 items-center font-semibold text-water underline underline-offset-4"
          >
            {gifts.give}
          </a>
        </p>
      )}
    </Page>
  );
}

function BackHome() {
  const words = useWords(offer);
  return (
    <a
      href="/"
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-water no-underline hover:underline"
    >
      <Icon name="back" />
      {words.backHome}
    </a>
  );
}

interface OfferProps {
  subscription: Subscription;
  user: User | null;
  chosen: ChosenPlan;
  onChoose(plan: PlanName): void;
  onPaid(): void;
}

/** What this user can do here: pay, or read why there is nothing to pay. */
function Offer({ subscription, user, chosen, onChoose, onPaid }: OfferProps) {
  const words = useWords(offer);
  const gifts = useWords(giving);
  const form = useSubscribe(user?.email ?? '', chosen.plan);
  const payable = usePayable(chosen);
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
  const { available, standIn, publishableKey, isPremium, status, giftUntil } = subscription;
  const until = user?.manualPremiumUntil ?? null;
  if (user?.blocked) {
    return (
      <Instead title={words.blocked}>
        {words.blockedText}
        <a
          href={`mailto:${supportEmail()}`}
          className="font-semibold wrap-anywhere text-water underline underline-offset-4"
        >
          {supportEmail()}
        </a>
        .
      </Instead>
    );
  }
  if (subscription.isOffered) return <OfferedPremium again={isPaid(status)} onDeclined={refetch} />;
  if (subscription.waitsFor && isPaid(status)) {
    return <WaitingPremium paid={subscription} onChange={refetch} />;
  }
  if (isPaid(status)) {
    const [title, text] = whyNothingToPay(subscription, user, words);
    return (
      <Instead title={title}>
        {text}
        <a
          href={user ? '/profile' : '/api/login'}
          className={buttonClass('primary', 'mt-6 flex w-full')}
        >
          {user ? words.toProfile : words.logIn}
        </a>
      </Instead>
    );
  }
  if (!available || !publishableKey) {
    return <Instead title={words.closed}>{words.closedText}</Instead>;
  }
  if (form.secret) {
    return (
      <PaymentForm
        secret={form.secret}
        publishableKey={publishableKey}
        player={standIn ? 'stand-in' : 'stripe'}
        what={payable}
        onPaid={onPaid}
        onBack={form.back}
      />
    );
  }
  return (
    <>
      {isPremium && (
        <Notice className="mb-5">
          {giftUntil && !until
            ? gifts.have(dateInWords(giftUntil))
            : words.given(until && dateInWords(until))}
        </Notice>
      )}
      <EmailForm form={form} signedIn={user !== null} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

/** A subscription that grants access, or will again when the card works. */
const isPaid = (status: string | null) =>
  status !== null && ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status);

function whyNothingToPay(
  { status, isPremium }: Subscription,
  user: User | null,
  words: typeof offer,
): [title: string, text: string] {
  if (status === 'paused') return [words.billingPaused, words.billingPausedText];
  if ((status === 'past_due' || status === 'unpaid') && !isPremium) {
    return [words.paused, words.pausedText];
  }
  return user ? [words.already, words.alreadyText] : [words.waiting, words.waitingText];
}

function Instead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card bg-surface p-6 sm:p-8">
      <h2 className="display text-h3 text-ink">{title}</h2>
      <div className="mt-2">{children}</div>
    </section>
  );
}

function Loading() {
  const words = useWords(offer);
  return (
    <div
      role="status"
      aria-label={words.loading}
      className="breathe h-96 rounded-card bg-surface"
    />
  );
}
