import { type FormEvent, type Ref, useEffect, useId } from 'react';
import type { User } from '@/lib/api/types';
import { bringIntoView } from '@/lib/bring-into-view';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { isOffline, type NamePart, useNameForm } from './use-name-form';
import { naming } from './words';

interface NameFormProps {
  user: User;
  onSaved(): void;
  onCancel(): void;
}

/** Changes the name, in its place on the profile. */
export function NameForm({ user, onSaved, onCancel }: NameFormProps) {
  const words = useWords(naming);
  const form = useNameForm(user, onSaved);
  const { pending, error } = form;

  useEffect(() => form.fields.firstName.current?.focus(), [form.fields.firstName]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={pending} className="grid gap-4">
      <p className="text-small text-muted">{words.hint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={words.first}
          autoComplete="given-name"
          part={form.part('firstName')}
          ref={form.fields.firstName}
          readOnly={pending}
        />
        <Field
          label={words.last}
          autoComplete="family-name"
          part={form.part('lastName')}
          ref={form.fields.lastName}
          readOnly={pending}
        />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {/* `aria-disabled` instead of `disabled`, which would lose the focus while saving. */}
        <Button type="submit" aria-disabled={pending}>
          {pending ? words.saving : words.save}
        </Button>
        <Button
          variant="outline"
          aria-disabled={pending}
          onClick={() => {
            if (!pending) onCancel();
          }}
        >
          {words.cancel}
        </Button>
      </div>
      {error && (
        <Notice
          {...(isOffline(error) ? { icon: 'offline' as const } : { tone: 'danger' as const })}
          ref={bringIntoView}
        >
          <strong className="block">{words.failed}</strong>
          {reasonOf(error)} {words.stillHere}
        </Notice>
      )}
    </form>
  );
}

interface FieldProps {
  label: string;
  autoComplete: string;
  part: NamePart;
  ref: Ref<HTMLInputElement>;
  readOnly: boolean;
}

function Field({ label, autoComplete, part, ref, readOnly }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        dir="auto"
        value={part.text}
        readOnly={readOnly}
        autoComplete={autoComplete}
        autoCapitalize="words"
        spellCheck={false}
        aria-invalid={part.problem !== null}
        aria-describedby={part.problem ? `${id}-error` : undefined}
        onChange={(event) => part.type(event.target.value)}
        className="mt-1.5 block min-h-13 w-full rounded-field border border-line-strong bg-page px-5 text-body read-only:text-muted aria-invalid:border-2 aria-invalid:border-danger"
      />
      {part.problem && (
        <p id={`${id}-error`} className="mt-2 text-label font-semibold text-danger">
          {part.problem}
        </p>
      )}
    </div>
  );
}
