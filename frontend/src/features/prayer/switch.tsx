import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint: string;
  on: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
}

/** A switch with a description. */
export function Switch({ label, hint, on, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3.5">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        // `aria-disabled` instead of `disabled`, which would lose the focus while saving.
        aria-disabled={disabled}
        onClick={() => {
          if (!disabled) onChange(!on);
        }}
        className="group -my-2 grid h-11 w-13 shrink-0 place-items-center rounded-full aria-disabled:opacity-55"
      >
        <span className="flex h-7 w-12 items-center rounded-full border border-line-strong bg-sunk p-0.5 transition-colors group-aria-checked:border-water group-aria-checked:bg-water">
          <span className="size-5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-water" />
        </span>
      </button>
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-semibold text-ink">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      </div>
    </div>
  );
}
