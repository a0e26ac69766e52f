import { useId } from 'react';

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly (readonly [Value, string])[];
  /** `field` fills its place in a form; `pill` stands beside its label, under a text. */
  look?: keyof typeof looks;
  isBusy?: boolean;
}

const looks = {
  field: {
    frame: '',
    label: 'font-semibold text-ink',
    select: 'mt-1.5 block min-h-12 w-full rounded-small px-3',
  },
  pill: {
    frame: 'flex flex-wrap items-center gap-x-3 gap-y-1.5',
    label: 'text-label text-muted',
    select: 'min-h-11 max-w-full rounded-full px-4 text-label',
  },
};

/** A native select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onChange, options, look = 'field', isBusy = false } = props;
  const id = useId();
  return (
    <div className={looks[look].frame}>
      <label htmlFor={id} className={looks[look].label}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-busy={isBusy || undefined}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
        className={`border border-line-strong bg-surface text-body ${looks[look].select}`}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
