import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { page } from '@/lib/page';
import { showToast } from '@/lib/toasts';
import { Button, ButtonLink } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Card } from './card';
import { isSubscribed } from './plan';
import { billingPortal } from './queries';
import { SupportLink } from './support-link';

const NO_HISTORY = 'No Billing History';
const NO_HISTORY_TEXT =
  "You don't have any billing information yet. Upgrade to Premium to access billing details.";

/** The plan, what it costs, and the ways to change it. */
export function PlanCard({ user }: { user: User }) {
  const subscribed = isSubscribed(user);
  const billed = user.stripeCustomerId !== null;
  const [trouble, setTrouble] = useState<{ title: string; text: string } | null>(null);

  const fail = (title: string, text: string) => {
    setTrouble({ title, text });
    showToast({ title, description: text, tone: 'destructive' });
  };
  const portal = useMutation({
    mutationFn: billingPortal,
    onMutate: () => setTrouble(null),
    onSuccess: (url) => page.go(url),
    onError: (error) =>
      fail('Error', (isApiError(error) && error.humanMessage) || 'Failed to open billing portal'),
  });
  const open = () => portal.mutate();

  return (
    <Card title="Current plan">
      <p className="display mt-1 text-h1 text-ink">{user.isPremium ? 'Premium' : 'Free'}</p>
      <Terms user={user} />
      {subscribed && !billed && (
        <Notice className="mt-5">
          <strong className="block text-ink">Unable to access billing portal</strong>
          Please contact support at <SupportLink />, and a person will help you.
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {!subscribed && !user.blocked && (
          <ButtonLink to="/subscribe">Upgrade to Premium</ButtonLink>
        )}
        {subscribed && billed && (
          <Button onClick={open} disabled={portal.isPending}>
            Manage Subscription
          </Button>
        )}
        {billed ? (
          <Button look="outline" onClick={open} disabled={portal.isPending}>
            View Billing Details
          </Button>
        ) : (
          <Button look="quiet" onClick={() => fail(NO_HISTORY, NO_HISTORY_TEXT)}>
            Billing history
          </Button>
        )}
      </div>
      {portal.isPending && (
        <p role="status" className="mt-4 text-label text-muted">
          Opening the billing portal…
        </p>
      )}
      {trouble && (
        <Notice tone={trouble.title === NO_HISTORY ? 'plain' : 'danger'} className="mt-5">
          <strong className="block">{trouble.title}</strong>
          {trouble.text}
        </Notice>
      )}
    </Card>
  );
}

/** What the plan means in money and in time. */
function Terms({ user }: { user: User }) {
  const { manualPremiumUntil, subscriptionStatus, isPremium } = user;
  const given = manualPremiumUntil !== null && new Date(manualPremiumUntil) > new Date();
  return (
    <div className="mt-1 grid gap-2 text-muted">
      {isSubscribed(user) && (
        <p>$20 per month. Renews every month until you cancel, which you can do at any time.</p>
      )}
      {subscriptionStatus === 'past_due' && (
        <Notice tone="danger">
          Your last payment did not go through. Premium stays on for seven days while you renew your
          card under Manage Subscription.
        </Notice>
      )}
      {given && (
        <p>
          Given to you by our team until{' '}
          <time dateTime={manualPremiumUntil} className="font-semibold text-body">
            {dateInWords(manualPremiumUntil)}
          </time>
          . It ends by itself, and nothing is charged for it.
        </p>
      )}
      {!isPremium && <p>Three times guidance a day, and all stories and readings. No ads.</p>}
    </div>
  );
}
