import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { priceInWords } from '@/lib/money';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { LoadFailed } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { giving } from './gift-words';
import { GiveForm } from './give-form';
import { OwnGifts } from './own-gifts';
import { PaymentForm } from './payment-form';
import { offer } from './payment-words';
import { giftsQuery, type OwnGift, type Subscription, subscriptionQuery } from './queries';
import { StandIn } from './stand-in';
import { useGive } from './use-give';

interface GiveScreenProps {
  /** The current user; null for a visitor, undefined while unknown. */
  user: User | null | undefined;
  /** The failed session query, if it failed. */
  unreached?: Asked | undefined;
}

/** How often a payment that the bank has not confirmed is asked for. */
const POLL_MS = 2000;

/** The part of a query used here. */
type Asked = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** Giving a year to somebody: one payment, and the link to pass on. */
export function GiveScreen({ user, unreached }: GiveScreenProps) {
  const words = useWords(giving);
  const { loading, notReached } = useWords(offer);
  const subscription = useQuery(subscriptionQuery);
  const [returned, setReturned] = useState(takeReturn);
  const gifts = useQuery({
    ...giftsQuery,
    // The bank may take a moment: the link comes by itself.
    refetchInterval: ({ state }) =>
      returned === 'paid' && state.data?.some((gift) => gift.state === 'begun') ? POLL_MS : false,
  });
  const asked: (Asked | undefined)[] = [subscription, gifts, unreached];
  const failed = asked.filter((one): one is Asked => !!one?.error);
  const error = failed[0]?.error;
  const known = subscription.data && gifts.data && user !== undefined;
  const paid = () => {
    setReturned('paid');
    void gifts.refetch();
  };
  return (
    <Page title={words.title} above={<BackToPremium />}>
      {subscription.data?.standIn && <StandIn />}
      {error && (
        <LoadFailed
          title={notReached}
          error={error}
          busy={failed.some((one) => one.isFetching)}
          onRetry={() => failed.map((one) => one.refetch())}
        />
      )}
      {!error && !known && (
        <div role="status" aria-label={loading} className="breathe h-96 rounded-card bg-surface" />
      )}
      {subscription.data && gifts.data && user !== undefined && (
        <Known
          subscription={subscription.data}
          gifts={gifts.data}
          user={user}
          returned={returned}
          looking={gifts.isFetching}
          onLook={() => gifts.refetch()}
          onPaid={paid}
        />
      )}
    </Page>
  );
}

function BackToPremium() {
  const words = useWords(giving);
  return (
    <a
      href="/subscribe"
      className="no-print -ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-water no-underline hover:underline"
    >
      <Icon name="back" />
      {words.back}
    </a>
  );
}

type Returned = 'paid' | 'failed' | null;

interface KnownProps {
  subscription: Subscription;
  gifts: readonly OwnGift[];
  user: User | null;
  /** How the visitor comes back from the payment. */
  returned: Returned;
  looking: boolean;
  onLook(): void;
  onPaid(): void;
}

function Known({ subscription, gifts, user, returned, looking, onLook, onPaid }: KnownProps) {
  const words = useWords(giving);
  const [another, setAnother] = useState(false);
  const begun = gifts.filter(({ state }) => state === 'begun');
  const own = gifts.filter(({ state }) => state !== 'begun');
  // Only Stripe makes a gift paid: until it says so, there is no link.
  const confirming = returned === 'paid' && begun.length > 0;
  const fresh = returned === 'paid' && !confirming && own.length > 0;
  const giveMore = () => {
    setAnother(true);
  };
  return (
    <div className="grid gap-7">
      {returned === 'failed' && <Notice tone="danger">{words.refused}</Notice>}
      {confirming && (
        <Notice>
          <strong className="block text-ink">{words.confirming}</strong>
          <p>{words.confirmingText}</p>
          <Button variant="outline" className="mt-4" disabled={looking} onClick={onLook}>
            {looking ? words.looking : words.lookAgain}
          </Button>
        </Notice>
      )}
      {fresh && !another && (
        <p
          ref={takeLostFocus}
          tabIndex={-1}
          role="status"
          className="no-print text-lead outline-none"
        >
          {words.ready}
        </p>
      )}
      {own.length > 0 && <OwnGifts gifts={own} />}
      {!confirming &&
        (fresh && !another ? (
          <Button variant="outline" onClick={giveMore}>
            {words.another}
          </Button>
        ) : (
          <Give
            key={own.length}
            subscription={subscription}
            user={user}
            onPaid={() => {
              setAnother(false);
              onPaid();
            }}
          />
        ))}
    </div>
  );
}

interface GiveProps {
  subscription: Subscription;
  user: User | null;
  onPaid(): void;
}

/** What a gift is, and the two steps to pay one. */
function Give({ subscription, user, onPaid }: GiveProps) {
  const words = useWords(giving);
  const form = useGive(user?.email ?? '');
  const { available, yearlyPrice, publishableKey, standIn } = subscription;
  if (user?.blocked) return <Notice className="no-print">{words.blocked}</Notice>;
  if (!available || yearlyPrice === null || !publishableKey) {
    return (
      <Instead title={words.closed}>
        <p>{words.closedText}</p>
      </Instead>
    );
  }
  if (form.begun) {
    const price = priceInWords(form.begun.amount);
    return (
      <PaymentForm
        secret={form.begun.clientSecret}
        publishableKey={publishableKey}
        player={standIn ? 'stand-in' : 'stripe'}
        what={{
          pay: words.pay(price),
          terms: words.terms(price),
          agreeBefore: words.agreeBefore,
          returnTo: '/subscribe/gift',
        }}
        onPaid={onPaid}
        onBack={form.back}
      />
    );
  }
  return (
    <div className="no-print grid gap-6">
      <div>
        <p className="text-lead text-ink">{words.intro(priceInWords(yearlyPrice))}</p>
        <ol className="mt-4 grid list-decimal gap-2 pl-6">
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-4 text-muted">{words.already}</p>
      </div>
      <GiveForm form={form} price={yearlyPrice} />
    </div>
  );
}

function Instead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="no-print rounded-card bg-surface p-6 sm:p-8">
      <h2 className="display text-h3 text-ink">{title}</h2>
      <div className="mt-2">{children}</div>
    </section>
  );
}

/** How Stripe brings somebody back from the bank's page. Its parameters hold a secret, so they leave the URL. */
function takeReturn(): Returned {
  const { search, pathname } = window.location;
  if (!search) return null;
  const how = new URLSearchParams(search).get('redirect_status');
  window.history.replaceState(null, '', pathname);
  if (how === null) return null;
  return how === 'failed' ? 'failed' : 'paid';
}
