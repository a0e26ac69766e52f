import { type FormEvent, useId } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';
import { preloadCrisisScreen } from '@/lib/crisis-fallback';
import { numberInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { Switch } from './switch';
import { MAX_LENGTH, usePrayerForm } from './use-prayer-form';
import { writing } from './words';

/** From this length on the form shows the remaining characters. */
const COUNT_FROM = 1700;

/** The form for a new prayer, with the switch for sharing it. */
export function PrayerForm({ onKept }: { onKept(): void }) {
  const words = useWords(writing);
  const form = usePrayerForm(onKept);
  const id = useId();
  const { text, problem, pending, kept, notSent, notKept, error } = form;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-busy={pending}
      className="rounded-card bg-surface p-6 sm:p-8"
    >
      <label htmlFor={id} className="display block text-h3 text-balance text-ink">
        {words.label}
      </label>
      <textarea
        ref={form.field}
        id={id}
        dir="auto"
        rows={4}
        value={text}
        readOnly={pending}
        onFocus={preloadCrisisScreen}
        onChange={(event) => form.type(event.target.value)}
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-error` : `${id}-note`}
        className="mt-3 block max-h-96 min-h-32 w-full resize-none rounded-field border border-line-strong bg-page px-5 py-4 text-body field-sizing-content read-only:text-muted aria-invalid:border-2 aria-invalid:border-danger"
      />
      {problem && (
        <p id={`${id}-error`} className="mt-2 text-label font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-start gap-x-2 gap-y-1 text-small text-muted">
        <Icon name="lock" className="mt-px size-4.5" />
        <p id={`${id}-note`} className="flex-1 text-balance">
          {words.note}
        </p>
        {text.length >= COUNT_FROM && (
          <p role="status" className="basis-full">
            {words.room(numberInWords(text.length), numberInWords(MAX_LENGTH))}
          </p>
        )}
      </div>
      <div className="mt-5">
        <Switch
          label={words.share}
          hint={words.shareHint}
          on={form.shared}
          disabled={pending}
          onChange={form.setShared}
        />
      </div>
      {/* `aria-disabled` instead of `disabled`, which would lose the focus while sending. */}
      <Button type="submit" aria-disabled={pending} className="mt-5 w-full sm:w-auto">
        {pending ? words.keeping : words.keep}
      </Button>
      {notSent && (
        <Notice tone="danger" className="mt-5" ref={bringIntoView}>
          <strong className="block">{words.failed}</strong>
          {error && reasonOf(error)} {words.stillHere}
        </Notice>
      )}
      {kept && (
        <p ref={bringIntoView} role="status" className="mt-4 flex items-center gap-2.5 text-label">
          <Icon name="check" className="size-5 text-amber-text" />
          {words.kept}
        </p>
      )}
      {notKept && (
        <Notice className="mt-5" ref={bringIntoView}>
          {words.notKept}
        </Notice>
      )}
    </form>
  );
}
