import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { ADMIN, editDocument } from '../queries';
import type { Document } from '../types';
import { documents as words } from './document-words';

const MAX_LEN = 200;

interface EditDocumentProps {
  file: Document;
  onClose(): void;
}

/** Changes title and author. */
export function EditDocument({ file, onClose }: EditDocumentProps) {
  const [title, setTitle] = useState(file.title);
  const [author, setAuthor] = useState(file.author ?? '');
  const form = useId();
  const edit = useMutation({
    mutationKey: [...ADMIN, 'document'],
    mutationFn: () => editDocument(file.name, { title, author }),
    onSuccess: () => {
      showToast({ title: words.saved });
      onClose();
    },
  });
  const problems = isApiError(edit.error) ? edit.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!edit.isPending) edit.mutate();
  };
  return (
    <Dialog
      title={words.editTitle}
      onClose={onClose}
      busy={edit.isPending}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button type="submit" form={form} aria-disabled={edit.isPending}>
            {edit.isPending ? words.saving : words.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-2 grid gap-4">
        <p>{words.editText}</p>
        <Field
          label={words.titleField}
          value={title}
          onChange={setTitle}
          problem={problems.title}
        />
        <Field
          label={words.authorField}
          value={author}
          onChange={setAuthor}
          problem={problems.author}
        />
        {edit.error && Object.keys(problems).length === 0 && (
          <Notice tone="danger">
            {words.notSaved} {explain(edit.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  problem: string | undefined;
}

function Field({ label, value, onChange, problem }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        value={value}
        maxLength={MAX_LEN}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        className="mt-1 block min-h-13 w-full rounded-field border border-line-strong bg-surface px-4 text-body aria-invalid:border-2 aria-invalid:border-danger"
      />
      {problem && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-label font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
