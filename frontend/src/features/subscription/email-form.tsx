import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Terms } from './plan';
import type { useSubscribe } from './use-subscribe';

interface EmailFormProps {
  form: ReturnType<typeof useSubscribe>;
  signedIn: boolean;
}

const inputClass =
  'mt-1.5 block min-h-13 w-full rounded-field border border-line-strong bg-page px-5 text-body aria-invalid:border-2 aria-invalid:border-danger';

/** Step 1: where receipts go, and for a visitor whose Premium it will be. */
export function EmailForm({ form, signedIn }: EmailFormProps) {
  const id = useId();
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
      <StepTitle step={1}>About you</StepTitle>
      <div>
        <label htmlFor={`${id}-email`} className="font-semibold text-ink">
          E-mail
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {signedIn
            ? 'Receipts go there. Premium belongs to your account, whatever address you give.'
            : 'Receipts go there. Premium is yours once you sign in with this address.'}
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
      </div>
      <div>
        <label htmlFor={`${id}-name`} className="font-semibold text-ink">
          Full name <span className="font-normal text-muted">(optional)</span>
        </label>
        <input
          id={`${id}-name`}
          value={name}
          readOnly={pending}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => form.setName(event.target.value)}
          className={inputClass}
        />
      </div>
      <Button type="submit" disabled={pending} className="w-full">
        {pending ? 'Preparing…' : 'Continue to Payment'}
      </Button>
      <Terms />
      {trouble && (
        <Notice tone="danger">
          <strong className="block">{trouble.title}</strong>
          {trouble.text} Nothing was charged.
        </Notice>
      )}
    </form>
  );
}

export const StepTitle = ({ step, children }: { step: 1 | 2; children: ReactNode }) => (
  <h2 className="display text-h3 text-ink">
    <span className="block font-sans text-small tracking-normal text-muted">Step {step} of 2</span>
    {children}
  </h2>
);
