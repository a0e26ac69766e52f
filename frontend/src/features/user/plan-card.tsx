import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { showToast } from '@/lib/toasts';
import { Button, ButtonLink } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Card } from './card';
import { isSubscribed } from './plan';
import { billingPortal } from './queries';
import { SupportLink } from './support-link';
import { plan } from './words';

/** The plan, what it costs, and the ways to change it. */
export function PlanCard({ user }: { user: User }) {
  const words = useWords(plan);
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
      fail(words.error, (isApiError(error) && error.humanMessage) || words.portalFailed),
  });
  const open = () => portal.mutate();

  return (
    <Card title={words.title}>
      <p className="display mt-1 text-h1 text-ink">{user.isPremium ? words.premium : words.free}</p>
      <Terms user={user} />
      {subscribed && !billed && (
        <Notice className="mt-5">
          <strong className="block text-ink">{words.noPortal}</strong>
          {words.noPortalBefore}
          <SupportLink />
          {words.noPortalAfter}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {!subscribed && !user.blocked && <ButtonLink to="/subscribe">{words.upgrade}</ButtonLink>}
        {subscribed && billed && (
          <Button onClick={open} disabled={portal.isPending}>
            {words.manage}
          </Button>
        )}
        {billed ? (
          <Button look="outline" onClick={open} disabled={portal.isPending}>
            {words.details}
          </Button>
        ) : (
          <Button look="quiet" onClick={() => fail(words.noHistory, words.noHistoryText)}>
            {words.history}
          </Button>
        )}
      </div>
      {portal.isPending && (
        <p role="status" className="mt-4 text-label text-muted">
          {words.opening}
        </p>
      )}
      {trouble && (
        <Notice tone={trouble.title === words.noHistory ? 'plain' : 'danger'} className="mt-5">
          <strong className="block">{trouble.title}</strong>
          {trouble.text}
        </Notice>
      )}
    </Card>
  );
}

/** What the plan means in money and in time. */
function Terms({ user }: { user: User }) {
  const words = useWords(plan);
  const { manualPremiumUntil, subscriptionStatus, isPremium } = user;
  const given = manualPremiumUntil !== null && new Date(manualPremiumUntil) > new Date();
  return (
    <div className="mt-1 grid gap-2 text-muted">
      {isSubscribed(user) && <p>{words.renews}</p>}
      {subscriptionStatus === 'past_due' && <Notice tone="danger">{words.pastDue}</Notice>}
      {given && (
        <p>
          {words.givenBefore}
          <time dateTime={manualPremiumUntil} className="font-semibold text-body">
            {dateInWords(manualPremiumUntil)}
          </time>
          {words.givenAfter}
        </p>
      )}
      {!isPremium && <p>{words.freeText}</p>}
    </div>
  );
}
