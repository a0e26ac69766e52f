import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import type { StripeElementsOptions } from '@stripe/stripe-js';
import { type FormEvent, useMemo } from 'react';
import { useWords } from '@/lib/language';
import { useTheme } from '@/lib/theme';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { StepTitle } from './email-form';
import { payment as paymentWords } from './payment-words';
import { appearance, type Player } from './stripe';
import { usePayment } from './use-payment';
import { useStripeScript } from './use-stripe-script';

interface PaymentFormProps extends FieldsProps {
  secret: string;
  publishableKey: string;
  player: Player;
}

/** Step 2: the card, in Stripe's own iframe, which this page cannot read. */
export function PaymentForm({
  secret,
  publishableKey,
  player,
  what,
  onPaid,
  onBack,
}: PaymentFormProps) {
  const { stripe, failed, attempt, retry } = useStripeScript(publishableKey, player);
  const theme = useTheme();
  const options = useMemo(
    (): StripeElementsOptions => ({ clientSecret: secret, appearance: appearance(theme) }),
    [secret, theme],
  );
  return (
    <Elements key={`${secret} ${attempt}`} stripe={stripe} options={options}>
      <Fields failed={failed} what={what} onRetry={retry} onPaid={onPaid} onBack={onBack} />
    </Elements>
  );
}

/** What the form pays. */
export interface Payable {
  /** The button. */
  pay: string;
  /** The terms that the button accepts. */
  terms: string;
  /** Before the links to the terms and the privacy policy. */
  agreeBefore: string;
  /** Where the page of a bank leads back to. */
  returnTo: string;
}

interface FieldsProps {
  what: Payable;
  onPaid(): void;
  onBack(): void;
}

interface LoadedFieldsProps extends FieldsProps {
  /** Whether Stripe's script could not be loaded. */
  failed: boolean;
  onRetry(): void;
}

function Fields({ failed, what, onRetry, onPaid, onBack }: LoadedFieldsProps) {
  const { phase, problem, pay, fieldsReady, fieldsBroken } = usePayment(what.returnTo, onPaid);
  const words = useWords(paymentWords);
  const broken = failed || phase === 'broken';

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
      {phase === 'opening' && !broken && (
        <p role="status" className="breathe text-label text-muted">
          {words.opening}
        </p>
      )}
      {broken && (
        <Notice tone="danger" icon="offline">
          <strong className="block">{words.broken}</strong>
          <p>{words.brokenText}</p>
          <Button variant="outline" className="mt-4" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        </Notice>
      )}
      <div className={broken ? 'hidden' : 'min-h-60'}>
        <PaymentElement onReady={fieldsReady} onLoadError={fieldsBroken} />
      </div>
      {problem && (
        <Notice tone="danger">
          <strong className="block">{words.failed}</strong>
          <p>{problem}</p>
        </Notice>
      )}
      <Button type="submit" disabled={broken || phase !== 'ready'} className="w-full">
        {phase === 'paying' ? words.processing : what.pay}
      </Button>
      <p className="text-label text-muted">{what.terms}</p>
      <p className="text-label text-muted">
        {what.agreeBefore}
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
