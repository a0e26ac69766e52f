import type { FormEvent } from 'react';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { StepTitle } from './email-form';
import { payment as paymentWords } from './payment-words';
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

/** Step 2: the card, in Stripe's own iframe, which this page cannot read. */
export function PaymentForm({ onBack, ...payment }: PaymentFormProps) {
  const { place, phase, problem, pay, retry } = usePayment(payment);
  const words = useWords(paymentWords);

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
      <StepTitle step={2}>{words.title}</StepTitle>
      {phase === 'opening' && (
        <p role="status" className="breathe text-label text-muted">
          {words.opening}
        </p>
      )}
      {phase === 'broken' && (
        <Notice tone="danger" icon="offline">
          <strong className="block">{words.broken}</strong>
          <p>{words.brokenText}</p>
          <Button variant="outline" className="mt-4" onClick={retry}>
            {words.tryAgain}
          </Button>
        </Notice>
      )}
      <div ref={place} className={phase === 'broken' ? 'hidden' : 'min-h-60'} />
      {problem && (
        <Notice tone="danger">
          <strong className="block">{words.failed}</strong>
          {problem}
        </Notice>
      )}
      <Button type="submit" disabled={phase !== 'ready'} className="w-full">
        {phase === 'paying' ? words.processing : words.pay}
      </Button>
      <Terms />
      <p className="text-label text-muted">
        {words.agreeBefore}
        <NewTab href="/terms">{words.terms}</NewTab>
        {words.agreeBetween}
        <NewTab href="/privacy">{words.privacy}</NewTab>
        {words.agreeAfter}
      </p>
      <Button variant="quiet" disabled={phase === 'paying'} onClick={onBack}>
        {words.back}
      </Button>
    </form>
  );
}

/** Terms and privacy open in a new tab, so that the form is not lost. */
function NewTab({ href, children }: { href: string; children: string }) {
  const words = useWords(paymentWords);
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="font-semibold text-water underline underline-offset-4"
    >
      {children}
      <span className="sr-only">{words.newTab}</span>
    </a>
  );
}
