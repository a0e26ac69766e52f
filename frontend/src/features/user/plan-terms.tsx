import { useQuery } from '@tanstack/react-query';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { isSubscribed } from './plan';
import { subscriptionQuery } from './queries';
import { terms } from './words';

/** What the plan means in money and in time. */
export function PlanTerms({ user }: { user: User }) {
  const words = useWords(terms);
  const { manualPremiumUntil, isPremium } = user;
  const given = manualPremiumUntil !== null && new Date(manualPremiumUntil) > new Date();
  return (
    <div className="mt-1 grid gap-2 text-muted">
      {isSubscribed(user) && <Subscribed pastDue={user.subscriptionStatus === 'past_due'} />}
      {given && (
        <p>
          {words.givenBefore}
          <Day at={manualPremiumUntil} />
          {words.givenAfter}
        </p>
      )}
      {!isPremium && <p>{words.free}</p>}
    </div>
  );
}

/** When it is paid next, or when it ends. */
function Subscribed({ pastDue }: { pastDue: boolean }) {
  const words = useWords(terms);
  const { data, error } = useQuery(subscriptionQuery);
  const { renewsAt = null, cancelsAt = null, graceUntil = null } = data ?? {};
  return (
    <>
      {pastDue && (
        <Notice tone="danger" className="my-3">
          {words.pastDueBefore}
          {graceUntil ? (
            <>
              {words.pastDueUntil}
              <Day at={graceUntil} />
            </>
          ) : (
            words.pastDueWeek
          )}
          {words.pastDueAfter}
        </Notice>
      )}
      {cancelsAt ? (
        <p role="status">
          {words.cancelledBefore}
          <Day at={cancelsAt} />
          {words.cancelledAfter}
        </p>
      ) : (
        <p>
          {words.price}
          {renewsAt && !pastDue ? (
            <>
              {words.renewsOn}
              <Day at={renewsAt} />
              {words.renewsOnAfter}
            </>
          ) : (
            words.renews
          )}
          {words.renewsAfter}
        </p>
      )}
      {error && !data && <p>{words.noDate}</p>}
    </>
  );
}

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="font-semibold text-body">
    {dateInWords(at)}
  </time>
);
