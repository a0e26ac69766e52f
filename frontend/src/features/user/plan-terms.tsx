import { useQuery } from '@tanstack/react-query';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { Notice } from '@/ui/notice';
import { isSubscribed } from './plan';
import { subscriptionQuery } from './queries';

/** What the plan means in money and in time. */
export function PlanTerms({ user }: { user: User }) {
  const { manualPremiumUntil, isPremium } = user;
  const given = manualPremiumUntil !== null && new Date(manualPremiumUntil) > new Date();
  return (
    <div className="mt-1 grid gap-2 text-muted">
      {isSubscribed(user) && <Subscribed pastDue={user.subscriptionStatus === 'past_due'} />}
      {given && (
        <p>
          Given to you by our team until <Day at={manualPremiumUntil} />. It ends by itself, and
          nothing is charged for it.
        </p>
      )}
      {!isPremium && <p>Three times guidance a day, and all stories and readings. No ads.</p>}
    </div>
  );
}

/** When it is paid next, or when it ends. */
function Subscribed({ pastDue }: { pastDue: boolean }) {
  const { data, error } = useQuery(subscriptionQuery);
  const { renewsAt = null, cancelsAt = null, graceUntil = null } = data ?? {};
  return (
    <>
      {pastDue && (
        <Notice tone="danger">
          Your last payment did not go through. Premium stays on{' '}
          {graceUntil ? (
            <>
              until <Day at={graceUntil} />
            </>
          ) : (
            'for seven days'
          )}{' '}
          while you renew your card under Manage Subscription.
        </Notice>
      )}
      {cancelsAt ? (
        <p role="status">
          Cancelled. Premium stays on until <Day at={cancelsAt} />, and nothing more is charged.
        </p>
      ) : (
        <p>
          $20 per month.{' '}
          {renewsAt && !pastDue ? (
            <>
              Renews on <Day at={renewsAt} /> and every month
            </>
          ) : (
            'Renews every month'
          )}{' '}
          until you cancel, which you can do at any time.
        </p>
      )}
      {error && !data && <p>The date could not be loaded just now.</p>}
    </>
  );
}

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="font-semibold text-body">
    {dateInWords(at)}
  </time>
);
