import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { prepareToLook } from '@/lib/unread-words';
import { Button, ButtonLink } from '@/ui/button';
import { AlertDialog } from '@/ui/dialog';
import { LeaveQuickly } from '@/ui/leave-quickly';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { useStoryForm } from './use-story-form';

const HiddenPreview = lazy(() => import('./hidden-preview'));

/** Share Your Story: three questions and a consent. */
export function TestimonyScreen() {
  const { form, received, failed, alerted, pending, dismissAlert, keep, submit } = useStoryForm();
  const { errors } = form.formState;
  const [previewing, setPreviewing] = useState(false);

  if (received === 'saved') return <Received />;
  return (
    <Screen>
      {received === 'not-saved' && (
        <Notice className="mb-6">
          Your story has not been kept yet. It is still here, for whenever you want to send it.
        </Notice>
      )}
      <form
        onSubmit={submit}
        onChange={keep}
        onFocus={prepareToLook}
        noValidate
        aria-busy={pending}
        className="grid gap-7"
      >
        <StoryPart
          label="What happened?"
          hint="The struggle you faced, in as much detail as you wish."
          error={errors.whatHappened?.message}
          disabled={pending}
          field={form.register('whatHappened')}
        />
        <StoryPart
          label="What helped you?"
          hint="A verse, a person, a habit, a moment."
          error={errors.whatHelped?.message}
          disabled={pending}
          field={form.register('whatHelped')}
        />
        <StoryPart
          label="What changed?"
          hint="In you or around you. It need not be finished."
          error={errors.whatChanged?.message}
          disabled={pending}
          field={form.register('whatChanged')}
        />
        {previewing ? (
          <Suspense fallback={<Opening />}>
            <HiddenPreview
              story={form.watch()}
              onAlsoHide={(words) => {
                form.setValue('alsoHide', words);
                keep();
              }}
            />
          </Suspense>
        ) : (
          <Button
            look="outline"
            icon="shield"
            className="w-full sm:w-auto sm:justify-self-start"
            onClick={() => setPreviewing(true)}
          >
            See what will be hidden
          </Button>
        )}
        <FieldError id="alsoHide-error" message={errors.alsoHide?.message} />
        <Consent error={errors.consent?.message} field={form.register('consent')} />
        <Button type="submit" disabled={pending} className="w-full sm:w-auto sm:justify-self-start">
          {pending ? 'Submitting...' : 'Submit Story for Review'}
        </Button>
        {failed && (
          <Notice tone="danger">
            Your story could not be sent. Nothing is lost: it is still in the fields above.
          </Notice>
        )}
      </form>
      {alerted && (
        <AlertDialog onClose={dismissAlert}>
          Failed to submit testimony. Please try again.
        </AlertDialog>
      )}
    </Screen>
  );
}

function Opening() {
  return (
    <p role="status" className="breathe text-label text-muted">
      Opening the preview…
    </p>
  );
}

function Screen({ children }: { children: ReactNode }) {
  return (
    <Page
      title="Share Your Story"
      intro="Submissions are anonymous and reviewed before sharing. Write as you would to a friend."
      beside={<LeaveQuickly />}
    >
      {children}
    </Page>
  );
}

/** A story that raised concern is kept, and its author is told what happens with it. */
function Received() {
  return (
    <Screen>
      <Notice icon="check" className="text-base">
        Thank you for trusting us with this. Your story is kept and marked <em>Under Review</em>:
        somebody from our team reads it first, and nothing is shared without care. If it still
        hurts, please use one of the numbers under Help now.
      </Notice>
      <ButtonLink to="/" className="mt-6">
        Return Home
      </ButtonLink>
    </Screen>
  );
}

interface FieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

interface StoryPartProps extends FieldProps {
  label: string;
  hint: string;
  disabled: boolean;
}

function StoryPart({ label, hint, field, error, disabled }: StoryPartProps) {
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
        // Read-only and not disabled: a disabled field would lose its value and its focus.
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

function Consent({ field, error }: FieldProps) {
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
          className="mt-1 size-5.5 shrink-0 accent-water"
          {...field}
        />
        <span>
          I agree that my story is shared anonymously. Personal details such as names and locations
          will be removed.
        </span>
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
