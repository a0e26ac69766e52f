import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '@/lib/api/types';
import { dateInWords, numberInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { giftTerms } from './gift-words';
import { PayLink } from './pay-link';
import { isPastDue, isPaused, isSubscribed } from './plan';
import { subscriptionQuery } from './queries';
import { terms } from './words';
import { yearly } from './yearly-words';

/** The terms of the plan: price and dates. */
export function PlanTerms({ user }: { user: User }) {
  const words = useWords(terms);
  const { manualPremiumUntil, isPremium } = user;
  const given = manualPremiumUntil !== null && new Date(manualPremiumUntil) > new Date();
  return (
    <div className="mt-1 grid gap-2 text-muted">
      {isSubscribed(user) && <Subscribed user={user} given={given} />}
      {given && (
        <p>
          {words.givenBefore}
          <Day at={manualPremiumUntil} />
          {words.givenAfter}
        </p>
      )}
      <Gifts />
      {!isPremium && <p>{words.free}</p>}
    </div>
  );
}

/** What gifts give: a time that runs, or one that waits for the end of the subscription. */
function Gifts() {
  const words = useWords(giftTerms);
  const { data } = useQuery(subscriptionQuery);
  if (!data) return null;
  return (
    <>
      {data.giftUntil && (
        <p>
          {words.before}
          <Day at={data.giftUntil} />
          {words.after}
        </p>
      )}
      {data.giftDays > 0 && <p>{words.waits(numberInWords(data.giftDays))}</p>}
    </>
  );
}

interface SubscribedProps {
  user: User;
  /** Whether the user also has Premium by another way. */
  given: boolean;
}

/** The date of the next payment, or the end. */
function Subscribed({ user, given }: SubscribedProps) {
  const words = useWords(terms);
  const { data, error, isPending } = useQuery(subscriptionQuery);
  const { renewsAt = null, cancelsAt = null, graceUntil = null } = data ?? {};
  const pastDue = isPastDue(user);
  const every = everyOf(data?.plan ?? null, words, useWords(yearly));
  if (isPending && !pastDue && !isPaused(user)) return <Unknown />;
  if (isPaused(user)) return <Paused until={user.isPremium && !given ? graceUntil : null} />;
  if (pastDue && !user.isPremium) {
    return (
      <>
        <PastDue>{words.paused + words.renewCard}</PastDue>
        {cancelsAt && <CancelledUnpaid at={cancelsAt} />}
      </>
    );
  }
  return (
    <>
      {pastDue && <PastDue>{given ? words.renewCard : <Grace until={graceUntil} />}</PastDue>}
      {pastDue && cancelsAt ? (
        <CancelledUnpaid at={cancelsAt} />
      ) : cancelsAt ? (
        <p role="status">
          {words.cancelledBefore}
          <Day at={cancelsAt} />
          {words.cancelledAfter}
        </p>
      ) : (
        <p>
          {renewsAt && !pastDue ? (
            <>
              {data?.status === 'trialing' ? words.trialUntil : words.renewsOn}
              <Day at={renewsAt} />
              {data?.status === 'trialing' ? every.afterTrial : every.afterDate}
            </>
          ) : (
            every.renews
          )}
          {words.renewsAfter}
        </p>
      )}
      {error && !data && <p>{words.noDate}</p>}
    </>
  );
}

/** How often it renews, in words: after a trial, after a date, and without one. */
function everyOf(plan: string | null, words: typeof terms, other: typeof yearly) {
  if (plan === 'yearly') {
    return { afterTrial: other.trialAfter, afterDate: other.onAfter, renews: other.renews };
  }
  // Staff have set another interval at Stripe: the date says when.
  if (plan === 'other') {
    return { afterTrial: other.otherTrialAfter, afterDate: '', renews: other.otherRenews };
  }
  return { afterTrial: words.trialAfter, afterDate: words.renewsOnAfter, renews: words.renews };
}

/** The terms without a date, in the room of the sentence with one: what stands below must not move away under a finger. */
function Unknown() {
  const words = useWords(terms);
  const dated = `${words.renewsOn}${dateInWords(new Date().toISOString())}${words.renewsOnAfter}`;
  return (
    <p
      data-room={dated + words.renewsAfter}
      className="grid *:[grid-area:1/1] after:invisible after:[grid-area:1/1] after:content-[attr(data-room)]"
    >
      <span>
        {words.renews}
        {words.renewsAfter}
      </span>
    </p>
  );
}

/** Staff have paused billing. */
function Paused({ until }: { until: string | null }) {
  const words = useWords(terms);
  return (
    <Notice className="my-3">
      <strong className="block text-ink">{words.billingPaused}</strong>
      {until && (
        <>
          {words.pausedUntil}
          <Day at={until} />.{' '}
        </>
      )}
      {words.pausedText}
    </Notice>
  );
}

function PastDue({ children }: { children: ReactNode }) {
  const words = useWords(terms);
  return (
    <Notice tone="danger" className="my-3">
      {words.pastDue}
      {children}
      <p className="mt-3">
        <PayLink className={buttonClass('outline')} />
      </p>
    </Notice>
  );
}

/** A cancellation with an unpaid month. It does not mention Premium, which does not depend on this date. */
function CancelledUnpaid({ at }: { at: string }) {
  const words = useWords(terms);
  return (
    <p role="status">
      {words.cancelledUnpaidBefore}
      <Day at={at} />
      {words.cancelledUnpaidAfter}
    </p>
  );
}

/** How long Premium lasts without a payment. */
function Grace({ until }: { until: string | null }) {
  const words = useWords(terms);
  return (
    <>
      {words.graceBefore}
      {until ? (
        <>
          {words.graceUntil}
          <Day at={until} />
        </>
      ) : (
        words.graceWeek
      )}
      {words.graceAfter}
    </>
  );
}

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="font-semibold text-body">
    {dateInWords(at)}
  </time>
);
