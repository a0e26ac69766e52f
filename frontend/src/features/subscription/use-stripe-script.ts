/** Loads Stripe's script when the payment form is shown, and again on request. */
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { openStripe, type Player } from './stripe';

export function useStripeScript(publishableKey: string, player: Player) {
  const [attempt, setAttempt] = useState(0);
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script again.
  useEffect(() => {
    let left = false;
    setFailed(false);
    // The script is there, and only the fields failed: the same object opens them again.
    if (stripe) return;
    openStripe(publishableKey, player).then(
      (opened) => !left && setStripe(opened),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [publishableKey, player, attempt]);

  return { stripe, failed, attempt, retry: () => setAttempt(attempt + 1) };
}
