import type { FormEvent } from 'react';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { StepTitle } from './email-form';
import { Terms } from './plan';
import type { Player } from './stripe';
import { usePayment } from './use-payment';

interface PaymentFormProps {
  secret: string;
  publishableKey: string;
  player: Player;
  onPaid(): void;
  onBack(): void;
}

/** Step 2: the card, in fields of Stripe's that nobody else can read, not even this page. */
export function PaymentForm({ onBack, ...payment }: PaymentFormProps) {
  const { place, phase, problem, pay, retry } = usePayment(payment);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-busy={phase === 'paying'}
      className="grid gap-5 rounded-card bg-surface p-6 sm:p-8"
    >
      <StepTitle step={2}>Payment</StepTitle>
      {phase === 'opening' && (
        <p role="status" className="breathe text-label text-muted">
          Opening the secure payment form…
        </p>
      )}
      {phase === 'broken' && (
        <Notice tone="danger" icon="offline">
          <strong className="block">The payment form could not be opened</strong>
          Please check your connection. If you block scripts, the one of our payment provider,
          Stripe, is needed here. Nothing was charged.
          <Button look="outline" className="mt-4 flex" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
      <div ref={place} className={phase === 'broken' ? 'hidden' : 'min-h-60'} />
      {problem && (
        <Notice tone="danger">
          <strong className="block">Payment Failed</strong>
          {problem}
        </Notice>
      )}
      <Button type="submit" disabled={phase !== 'ready'} className="w-full">
        {phase === 'paying' ? 'Processing…' : 'Subscribe Now - $20/month'}
      </Button>
      <Terms />
      <p className="text-label text-muted">
        By subscribing you agree to our <NewTab href="/terms">terms</NewTab> and{' '}
        <NewTab href="/privacy">privacy policy</NewTab>. Your card goes to Stripe and never to us.
      </p>
      <Button look="quiet" disabled={phase === 'paying'} onClick={onBack}>
        Back to step 1
      </Button>
    </form>
  );
}

/** What is to be read before paying opens beside it: the form must not be lost. */
const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener"
    className="font-semibold text-water underline underline-offset-4"
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
