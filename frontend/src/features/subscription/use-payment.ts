/** Confirms the payment with Stripe's fields. */
import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { payment as paymentWords } from './payment-words';

type Phase = 'opening' | 'ready' | 'paying' | 'broken';

export function usePayment(returnTo: string, onPaid: () => void) {
  const stripe = useStripe();
  const elements = useElements();
  const [phase, setPhase] = useState<Phase>('opening');
  const [problem, setProblem] = useState<string | null>(null);
  const words = useWords(paymentWords);

  const fail = (why: string) => {
    setPhase('ready');
    setProblem(why);
  };

  const pay = async () => {
    if (!stripe || !elements || phase !== 'ready') return;
    setPhase('paying');
    setProblem(null);
    try {
      // For 3-D Secure, Stripe shows the bank's page in place or redirects through it to the return URL.
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}${returnTo}` },
        redirect: 'if_required',
      });
      // An attempt with a lost response may have succeeded; the next one is then refused as already paid.
      const status = (paymentIntent ?? error.payment_intent)?.status;
      if (error && status !== 'succeeded' && status !== 'processing') {
        fail(error.message ?? words.notCharged);
        return;
      }
      // The next page bids welcome.
      if (status === 'succeeded') showToast({ title: words.done });
      onPaid();
    } catch {
      fail(words.notSent);
    }
  };

  return {
    phase,
    problem,
    pay,
    fieldsReady: () => setPhase('ready'),
    fieldsBroken: () => setPhase('broken'),
  };
}
