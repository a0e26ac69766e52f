import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { useIsHere } from '@/lib/use-is-here';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SubscribeLink } from '@/ui/subscribe-link';
import { CancelSubscription } from './cancel-subscription';
import { Card } from './card';
import { OfferedNotice } from './offered-notice';
import { PaidTwiceNotice } from './paid-twice-notice';
import { isSubscribed } from './plan';
import { PlanTerms } from './plan-terms';
import { billingPortal, subscriptionQuery } from './queries';
import { SupportLink } from './support-link';
import { cancelling, plan } from './words';

/** The plan, its price, and the ways to change it. */
export function PlanCard({ user }: { user: User }) {
  const words = useWords(plan);
  const { done } = useWords(cancelling);
  const subscribed = isSubscribed(user);
  const isHere = useIsHere();
  // What is loaded may need more lines above the buttons. A button that moves between press and release loses the press.
  const { isPending: unknown } = useQuery(subscriptionQuery);
  const billed = user.stripeCustomerId !== null;
  const [trouble, setTrouble] = useState<{ title: string; text: string } | null>(null);
  const [cancelled, setCancelled] = useState(false);

  const fail = (title: string, text: string) => setTrouble({ title, text });
  const portal = useMutation({
    mutationFn: billingPortal,
    onMutate: () => setTrouble(null),
    onSuccess: (url) => {
      if (isHere()) page.go(url);
    },
    onError: (error) =>
      fail(words.error, (isApiError(error) && error.humanMessage) || words.portalFailed),
  });
  const open = () => portal.mutate();

  return (
    <Card title={words.title}>
      <p className="display mt-1 text-h1 text-ink">{user.isPremium ? words.premium : words.free}</p>
      <PlanTerms user={user} />
      {!user.blocked && <OfferedNotice />}
      <PaidTwiceNotice />
      {subscribed && !billed && (
        <Notice className="mt-5">
          <strong className="block text-ink">{words.noPortal}</strong>
          {words.noPortalBefore}
          <SupportLink />
          {words.noPortalAfter}
        </Notice>
      )}
      <div className={`mt-6 flex flex-wrap gap-3 max-sm:*:w-full ${unknown ? 'invisible' : ''}`}>
        {!subscribed && !user.blocked && (
          <SubscribeLink className={buttonClass()}>{words.upgrade}</SubscribeLink>
        )}
        {subscribed && billed && (
          <Button onClick={open} disabled={portal.isPending}>
            {words.manage}
          </Button>
        )}
        {billed ? (
          <Button variant="outline" onClick={open} disabled={portal.isPending}>
            {words.details}
          </Button>
        ) : (
          <Button variant="outline" onClick={() => fail(words.noHistory, words.noHistoryText)}>
            {words.history}
          </Button>
        )}
      </div>
      {cancelled ? (
        <p ref={takeLostFocus} tabIndex={-1} role="status" className="mt-4 text-label outline-none">
          {done}
        </p>
      ) : (
        subscribed &&
        billed &&
        !user.blocked && (
          <div className={unknown ? 'invisible' : ''}>
            <CancelSubscription isPremium={user.isPremium} onDone={() => setCancelled(true)} />
          </div>
        )
      )}
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
