import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { page } from '@/lib/page';
import { showToast } from '@/lib/toasts';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SubscribeLink } from '@/ui/subscribe-link';
import { CancelSubscription } from './cancel-subscription';
import { Card } from './card';
import { isSubscribed } from './plan';
import { PlanTerms } from './plan-terms';
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
      <PlanTerms user={user} />
      {subscribed && !billed && (
        <Notice className="mt-5">
          <strong className="block text-ink">Unable to access billing portal</strong>
          Please contact support at <SupportLink />, and a person will help you.
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {!subscribed && !user.blocked && (
          <SubscribeLink className={buttonClass()}>Upgrade to Premium</SubscribeLink>
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
      {subscribed && billed && !user.blocked && <CancelSubscription />}
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
