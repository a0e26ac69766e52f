import { type FormEvent, type ReactNode, useId } from 'react';
import { useWords } from '@/lib/language';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AddressSuggestion } from './address-suggestion';
import { aboutYou } from './payment-words';
import { Terms } from './plan';
import { PlanChoice } from './plan-choice';
import type { ChosenPlan, PlanName } from './plans';
import type { useSubscribe } from './use-subscribe';

interface EmailFormProps {
  form: ReturnType<typeof useSubscribe>;
  signedIn: boolean;
  chosen: ChosenPlan;
  onChoose(plan: PlanName): void;
}

/** A field of the payment pages. */
export const inputClass =
  'mt-1.5 block min-h-13 w-full rounded-field border border-line-strong bg-page px-5 text-body aria-invalid:border-2 aria-invalid:border-danger';

/** Step 1: the address for receipts; for a visitor it also identifies the future account. */
export function EmailForm({ form, signedIn, chosen, onChoose }: EmailFormProps) {
  const id = useId();
  const words = useWords(aboutYou);
  const { email, name, problem, trouble, pending } = form;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-busy={pending}
      className="grid gap-5 rounded-card bg-surface p-6 sm:p-8"
    >
      <StepTitle step={1}>{words.title}</StepTitle>
      {chosen.yearlyPrice !== null && (
        <PlanChoice
          plan={chosen.plan}
          yearlyPrice={chosen.yearlyPrice}
          disabled={pending}
          onChoose={onChoose}
        />
      )}
      <div>
        <label htmlFor={`${id}-email`} className="font-semibold text-ink">
          {words.email}
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {signedIn ? words.hintSignedIn : words.hintVisitor}
        </p>
        <input
          ref={form.field}
          id={`${id}-email`}
          type="email"
          value={email}
          required
          readOnly={pending}
          autoComplete="email"
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={(event) => form.typeEmail(event.target.value)}
          className={inputClass}
        />
        {problem && (
          <p id={`${id}-error`} className="mt-2 text-label font-semibold text-danger">
            {problem}
          </p>
        )}
        {!pending && <AddressSuggestion typed={email} onTake={form.typeEmail} />}
      </div>
      <div>
        <label htmlFor={`${id}-name`} className="font-semibold text-ink">
          {words.name}
          <span className="font-normal text-muted">{words.optional}</span>
        </label>
        <input
          id={`${id}-name`}
          value={name}
          readOnly={pending}
          maxLength={100}
          dir="auto"
          autoComplete="name"
          onChange={(event) => form.setName(event.target.value)}
          className={inputClass}
        />
      </div>
      <Button type="submit" disabled={pending} className="w-full">
        {pending ? words.preparing : words.next}
      </Button>
      <Terms chosen={chosen} />
      {trouble && (
        <Notice tone="danger">
          <strong className="block">{trouble.title}</strong>
          {trouble.text} {words.nothingCharged}
          {trouble.signIn && (
            <a
              href="/api/login?returnTo=/subscribe"
              className={buttonClass('primary', 'mt-4 flex w-full')}
            >
              {words.proveNow}
            </a>
          )}
        </Notice>
      )}
    </form>
  );
}

export function StepTitle({ step, children }: { step: 1 | 2; children: ReactNode }) {
  const words = useWords(aboutYou);
  return (
    <h2 className="display text-h3 text-ink">
      <span className="block font-sans text-small tracking-normal text-muted">
        {words.step(step)}
      </span>
      {children}
    </h2>
  );
}
