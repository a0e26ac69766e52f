/** Whether a payment has arrived. Only the server confirms one; the URL can at most report a failure. */
import { useEffect, useState } from 'react';
import { type Link, listen } from '@/lib/api/events';
import { SUBSCRIPTION_EVENTS, type Subscription } from './queries';

/** After this time the screen says that it takes longer than usual. */
const SLOW_MS = 30_000;

type Confirmation = 'waiting' | 'slow' | 'settled' | 'failed' | 'none';

export function useConfirmation() {
  const [subscription, setSubscription] = useState<Subscription | null>(null);
  const [link, setLink] = useState<Link>('open');
  const [slow, setSlow] = useState(false);
  const [refused] = useState(() => takeAddress().get('redirect_status') === 'failed');

  useEffect(
    () =>
      listen(SUBSCRIPTION_EVENTS, {
        on: { subscription: (data) => setSubscription(data as Subscription) },
        onLink: setLink,
      }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);

  const state = stateOf(subscription, refused);
  return {
    state: (state === 'waiting' && slow ? 'slow' : state) satisfies Confirmation as Confirmation,
    standIn: subscription?.standIn ?? false,
    /** What this browser paid as a visitor, while nobody has claimed it. */
    paid: subscription?.waitsFor ? subscription : null,
    link,
  };
}

function stateOf(subscription: Subscription | null, refused: boolean): Confirmation {
  const status = subscription?.status ?? null;
  if (status !== null && ['active', 'trialing'].includes(status)) return 'settled';
  if (refused) return 'failed';
  if (!subscription) return 'waiting';
  if (status === null) return 'none';
  return status === 'incomplete' ? 'waiting' : 'failed';
}

/** Stripe's query parameters on return. They contain a secret, so they are removed from the URL. */
function takeAddress(): URLSearchParams {
  const { search, pathname } = window.location;
  if (search) window.history.replaceState(null, '', pathname);
  return new URLSearchParams(search);
}
