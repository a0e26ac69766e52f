import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '@/lib/api/error';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AddressSuggestion } from './address-suggestion';
import { waiting as waitingWords } from './payment-words';
import { cancelPaid, correctAddress, openReceipt, type Subscription } from './queries';

type Paid = Pick<Subscription, 'waitsFor' | 'cancelsAt' | 'renewsAt'>;

interface WaitingPremiumProps {
  paid: Paid;
  /** Called when the address was corrected or the subscription cancelled. */
  onChange(): void;
  /** Called when the correction is opened or closed. */
  onEditing?(editing: boolean): void;
}

/** What a visitor has paid: whose it is, and the ways to correct the address, see the receipt and cancel. */
export function WaitingPremium({ paid, onChange, onEditing }: WaitingPremiumProps) {
  const words = useWords(waitingWords);
  const [editing, setEditing] = useState(false);
  const edit = (next: boolean) => {
    setEditing(next);
    onEditing?.(next);
  };
  return (
    <section aria-labelledby="waits-for" className="rounded-card bg-surface p-6 sm:p-8">
      <h2 id="waits-for" className="text-label font-semibold text-muted">
        {editing ? words.correct : words.title}
      </h2>
      {editing ? (
        <Correction
          before={paid.waitsFor ?? ''}
          onDone={() => {
            edit(false);
            onChange();
          }}
          onClose={() => edit(false)}
        />
      ) : (
        <>
          <Address>{paid.waitsFor ?? ''}</Address>
          <button
            type="button"
            onClick={() => edit(true)}
            className="-ml-2 min-h-11 rounded-full px-2 font-semibold text-water hover:underline"
          >
            {words.wrong}
          </button>
          <p className="mt-2">{words.signIn}</p>
          <a
            href="/api/login?returnTo=/profile"
            className={buttonClass('primary', 'mt-5 flex w-full')}
          >
            {words.logIn}
          </a>
        </>
      )}
      {!editing && <Billing paid={paid} onChange={onChange} />}
    </section>
  );
}

/** An address in large letters. A long one breaks before the @. */
function Address({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <p dir="ltr" className="display mt-1 text-h3 text-ink wrap-anywhere sm:text-h2">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </p>
  );
}

interface CorrectionProps {
  before: string;
  onDone(): void;
  onClose(): void;
}

function Correction({ before, onDone, onClose }: CorrectionProps) {
  const id = useId();
  const words = useWords(waitingWords);
  const [email, setEmail] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  const correction = useMutation({
    mutationFn: () => correctAddress(email.trim()),
    onSuccess: onDone,
    onError: () => field.current?.focus(),
  });
  const problem = problemOf(correction.error, words.failed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correction.isPending) correction.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-3 grid gap-4">
      <div>
        <label htmlFor={`${id}-email`} className="font-semibold text-ink">
          {words.right}
        </label>
        <input
          ref={(input) => {
            // Opened by a button that is gone now: the focus moves to the field.
            if (input && !field.current) input.focus();
            field.current = input;
          }}
          id={`${id}-email`}
          type="email"
          value={email}
          autoComplete="email"
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => setEmail(event.target.value)}
          className="mt-1.5 block min-h-13 w-full rounded-field border border-line-strong bg-page px-5 text-body aria-invalid:border-2 aria-invalid:border-danger"
        />
        {problem && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-label font-semibold text-danger">
            {problem}
          </p>
        )}
        <AddressSuggestion typed={email} onTake={setEmail} />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Button type="submit" disabled={correction.isPending}>
          {words.save}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </form>
  );
}

/** The receipt, and cancelling in two clicks. */
function Billing({ paid, onChange }: Pick<WaitingPremiumProps, 'paid' | 'onChange'>) {
  const words = useWords(waitingWords);
  const [asking, setAsking] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const receipt = useMutation({ mutationFn: openReceipt, onSuccess: ({ url }) => page.go(url) });
  const cancellation = useMutation({
    mutationFn: cancelPaid,
    onSuccess: () => {
      setAsking(false);
      setCancelled(true);
      onChange();
    },
  });
  const error = receipt.error ?? cancellation.error;
  const ends = cancelled || paid.cancelsAt !== null;
  const until = paid.cancelsAt ?? paid.renewsAt;

  const ask = () => {
    flushSync(() => setAsking(true));
    confirm.current?.focus();
  };
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="-ml-2 flex flex-wrap gap-x-4">
        <button
          type="button"
          disabled={receipt.isPending}
          onClick={() => receipt.mutate()}
          className="min-h-11 rounded-full px-2 font-semibold text-water hover:underline"
        >
          {words.receipt}
        </button>
        {!ends && !asking && (
          <button
            type="button"
            onClick={ask}
            className="min-h-11 rounded-full px-2 font-semibold text-muted hover:text-danger hover:underline"
          >
            {words.cancel}
          </button>
        )}
      </div>
      {asking && (
        <div className="mt-2 grid gap-3">
          <p>{until ? words.until(dateInWords(until)) : words.untilEnd}</p>
          <div className="flex flex-wrap gap-3 max-sm:*:w-full">
            <Button
              ref={confirm}
              variant="danger"
              disabled={cancellation.isPending}
              onClick={() => cancellation.mutate()}
            >
              {words.cancelNow}
            </Button>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {words.keepIt}
            </Button>
          </div>
        </div>
      )}
      {ends && (
        <p role="status" className="mt-1 text-label text-muted">
          {until ? words.ends(dateInWords(until)) : words.endsSoon}
        </p>
      )}
      {error && (
        <Notice tone="danger" className="mt-3">
          {problemOf(error, words.failed)}
        </Notice>
      )}
    </div>
  );
}

function problemOf(error: Error | null, otherwise: string): string | null {
  if (!error) return null;
  return (isApiError(error) && (error.fields.email ?? error.humanMessage)) || otherwise;
}
