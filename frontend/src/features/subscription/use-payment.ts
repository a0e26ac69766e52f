/** Step 2: mounts Stripe's fields and confirms the payment with them. */
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '@/lib/language';
import { useTheme } from '@/lib/theme';
import { showToast } from '@/lib/toasts';
import { payment as paymentWords } from './payment-words';
import { appearance, openStripe, type Player } from './stripe';

interface Options {
  secret: string;
  publishableKey: string;
  player: Player;
  onPaid(): void;
}

type Phase = 'opening' | 'ready' | 'paying' | 'broken';

export function usePayment({ secret, publishableKey, player, onPaid }: Options) {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [phase, setPhase] = useState<Phase>('opening');
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const theme = useTheme();
  const words = useWords(paymentWords);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt mounts the fields again.
  useEffect(() => {
    let left = false;
    let payment: StripePaymentElement | undefined;
    setPhase('opening');
    openStripe(publishableKey, player)
      .then((stripe) => {
        if (left || !place.current) return;
        const elements = stripe.elements({ clientSecret: secret, appearance: appearance(theme) });
        payment = elements.create('payment');
        payment.on('ready', () => setPhase('ready'));
        payment.on('loaderror', () => setPhase('broken'));
        payment.mount(place.current);
        opened.current = { stripe, elements };
      })
      .catch(() => {
        if (!left) setPhase('broken');
      });
    return () => {
      left = true;
      opened.current = null;
      payment?.destroy();
    };
  }, [publishableKey, player, secret, attempt]);

  useEffect(() => {
    opened.current?.elements.update({ appearance: appearance(theme) });
  }, [theme]);

  const fail = (why: string) => {
    setPhase('ready');
    setProblem(why);
    showToast({ title: words.failed, description: why, tone: 'destructive' });
  };

  const pay = async () => {
    if (!opened.current || phase !== 'ready') return;
    const { stripe, elements } = opened.current;
    setPhase('paying');
    setProblem(null);
    try {
      // For 3-D Secure, Stripe shows the bank's page in place or redirects through it to the return URL.
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}/subscribe/success` },
        redirect: 'if_required',
      });
      // An attempt with a lost response may have succeeded; the next one is then refused as already paid.
      const status = (paymentIntent ?? error.payment_intent)?.status;
      if (error && status !== 'succeeded' && status !== 'processing') {
        fail(error.message ?? words.notCharged);
        return;
      }
      if (status === 'succeeded') {
        showToast({ title: words.done, description: words.doneText });
      }
      onPaid();
    } catch {
      fail(words.notSent);
    }
  };

  return { place, phase, problem, pay, retry: () => setAttempt(attempt + 1) };
}
