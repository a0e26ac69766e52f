import { type ChangeEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { bringIntoView } from '@/lib/bring-into-view';
import { preloadCrisisScreen } from '@/lib/crisis-fallback';
import { useWords } from '@/lib/language';
import { Button, ButtonLink } from '@/ui/button';
import { AlertDialog } from '@/ui/dialog';
import { LeaveQuickly } from '@/ui/leave-quickly';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { DraftIsBack, KeepDraft } from './keep-draft';
import { useTestimonyForm } from './use-testimony-form';
import { preview, sharing } from './words';

/** The three questions, in order. */
const PARTS = ['whatHappened', 'whatHelped', 'whatChanged'] as const;

const HiddenPreview = lazy(() => import('./hidden-preview'));

/** Share Your Story: three questions and a consent. */
export function TestimonyScreen() {
  const testimony = useTestimonyForm();
  const { form, received, failure, alerted, pending, dismissAlert, keep, submit } = testimony;
  const { errors } = form.formState;
  const words = useWords(sharing);
  const { open } = useWords(preview);
  const [previewing, setPreviewing] = useState(false);

  if (received) return <Received />;
  return (
    <Screen>
      <DraftIsBack kept={testimony.kept} />
      <form
        data-draft="story"
        onSubmit={submit}
        onChange={keep}
        onFocus={preloadCrisisScreen}
        noValidate
        aria-busy={pending}
        className="grid gap-7"
      >
        {PARTS.map((part) => (
          <TestimonyPart
            key={part}
            label={words.parts[part].label}
            hint={words.parts[part].hint}
            error={errors[part]?.message}
            disabled={pending}
            field={form.register(part)}
          />
        ))}
        <KeepDraft kept={testimony.kept} />
        {previewing ? (
          <Suspense fallback={<Opening />}>
            <HiddenPreview
              testimony={form.watch()}
              sending={pending}
              onAlsoHide={(hidden) => {
                form.setValue('alsoHide', hidden);
                keep();
              }}
              onType={(words) => form.setValue('hideNext', words)}
              onTakeIn={testimony.takeIn}
            />
          </Suspense>
        ) : (
          <Button
            variant="outline"
            icon="shield"
            className="w-full sm:w-auto sm:justify-self-start"
            onClick={() => setPreviewing(true)}
          >
            {open}
          </Button>
        )}
        <FieldError id="alsoHide-error" message={errors.alsoHide?.message} />
        <Consent
          error={errors.consent?.message}
          disabled={pending}
          field={form.register('consent')}
        />
        <Button type="submit" disabled={pending} className="w-full sm:w-auto sm:justify-self-start">
          {pending ? words.submitting : words.submit}
        </Button>
        {failure === 'not-sent' && (
          <Notice tone="danger" ref={bringIntoView}>
            {words.notSent}
          </Notice>
        )}
        {failure === 'not-kept' && <Notice ref={bringIntoView}>{words.notKept}</Notice>}
      </form>
      {alerted && <AlertDialog onClose={dismissAlert}>{words.failed}</AlertDialog>}
    </Screen>
  );
}

function Opening() {
  const words = useWords(preview);
  return (
    <p role="status" className="breathe text-label text-muted">
      {words.opening}
    </p>
  );
}

function Screen({ children }: { children: ReactNode }) {
  const words = useWords(sharing);
  return (
    <Page title={words.title} intro={words.intro} beside={<LeaveQuickly />}>
      {children}
    </Page>
  );
}

/** Shown for a crisis text that was saved: what happens with it. */
function Received() {
  const words = useWords(sharing);
  return (
    <Screen>
      <Notice icon="check" className="text-base">
        {words.receivedBefore}
        <em>{words.underReview}</em>
        {words.receivedAfter}
      </Notice>
      <ButtonLink to="/" className="mt-6">
        {words.home}
      </ButtonLink>
    </Screen>
  );
}

interface FieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  disabled: boolean;
}

interface TestimonyPartProps extends FieldProps {
  label: string;
  hint: string;
}

function TestimonyPart({ label, hint, field, error, disabled }: TestimonyPartProps) {
  const id = field.name;
  return (
    <div>
      <label htmlFor={id} className="display text-h3 text-ink">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-label text-muted">
        {hint}
      </p>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        // Read-only instead of disabled: a disabled field would lose its value and focus.
        readOnly={disabled}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        autoComplete="off"
        className="mt-2.5 block max-h-120 min-h-32 w-full resize-none rounded-field border border-line-strong bg-surface px-5 py-4 text-body field-sizing-content read-only:text-muted aria-invalid:border-2 aria-invalid:border-danger"
        {...field}
      />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

function Consent({ field, error, disabled }: FieldProps) {
  const words = useWords(sharing);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (!disabled) return field.onChange(event);
    // The consent of a pending testimony is fixed; `aria-disabled` keeps the focus.
    event.stopPropagation();
    event.target.checked = !event.target.checked;
  };
  return (
    <div>
      <label
        htmlFor="consent"
        className="flex items-start gap-3.5 rounded-field bg-surface px-5 py-4"
      >
        <input
          id="consent"
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error ? 'consent-error' : undefined}
          aria-disabled={disabled}
          className="mt-1 size-5.5 shrink-0 accent-water aria-disabled:opacity-55"
          {...field}
          onChange={change}
        />
        <span>{words.consent}</span>
      </label>
      <FieldError id="consent-error" message={error} />
    </div>
  );
}

function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="mt-2 text-label font-semibold text-danger">
      {message}
    </p>
  );
}
