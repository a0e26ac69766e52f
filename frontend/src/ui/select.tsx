import { useId } from 'react';

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly (readonly [Value, string])[];
}

/** A native select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onChange, options } = props;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
        className="mt-1.5 block min-h-12 w-full rounded-small border border-line-strong bg-surface px-3 text-body"
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
