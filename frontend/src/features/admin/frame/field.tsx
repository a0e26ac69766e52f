import { type ComponentProps, type KeyboardEventHandler, type Ref, useId } from 'react';

type FieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'ref'> & {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A single-line field, described by its hint and error. */
export function Field({ label, hint, error, onChange, className = '', ...rest }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        dir="auto"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1.5 block min-h-12 w-full rounded-small border border-line-strong bg-surface px-4 text-body aria-invalid:border-2 aria-invalid:border-danger"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-label font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: string;
  error?: string | undefined;
  rows?: number;
  maxLength?: number;
  ref?: Ref<HTMLTextAreaElement>;
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>;
}

/** A multi-line field. Each paragraph has the direction of its own script. */
export function TextArea({
  label,
  hint,
  error,
  value,
  onChange,
  rows = 4,
  maxLength,
  ref,
  onKeyDown,
}: TextAreaProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <textarea
        ref={ref}
        id={id}
        dir="auto"
        rows={rows}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="mt-1.5 block max-h-[60vh] min-h-24 w-full resize-y rounded-small border border-line-strong bg-surface px-4 py-3 text-body field-sizing-content aria-invalid:border-2 aria-invalid:border-danger"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-label font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
