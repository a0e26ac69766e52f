import { type FormEvent, useId } from 'react';
import { useWords } from '@/lib/language';
import { priceInWords } from '@/lib/money';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AddressSuggestion } from './address-suggestion';
import { inputClass, StepTitle } from './email-form';
import { giving } from './gift-words';
import { aboutYou } from './payment-words';
import type { useGive } from './use-give';

interface GiveFormProps {
  form: ReturnType<typeof useGive>;
  price: number;
}

/** Step 1 of a gift: the address for the receipt. */
export function GiveForm({ form, price }: GiveFormProps) {
  const id = useId();
  const words = useWords(aboutYou);
  const gift = useWords(giving);
  const { email, problem, trouble, pending } = form;

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
      <div>
        <label htmlFor={`${id}-email`} className="font-semibold text-ink">
          {words.email}
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {gift.hint}
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
      <Button type="submit" disabled={pending} className="w-full">
        {pending ? words.preparing : words.next}
      </Button>
      <p className="text-label text-muted">{gift.terms(priceInWords(price))}</p>
      {trouble && (
        <Notice tone="danger">
          <strong className="block">{words.error}</strong>
          {trouble} {words.nothingCharged}
        </Notice>
      )}
    </form>
  );
}
