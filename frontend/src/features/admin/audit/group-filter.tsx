import { words } from './audit-words';
import { groups } from './groups';

interface GroupFilterProps {
  /** Empty for all. */
  group: string;
  onChange(group: string): void;
}

/** The groups of actions, one of which is shown. */
export function GroupFilter({ group, onChange }: GroupFilterProps) {
  const choices = [
    ['', words.everything],
    ...groups.map((one) => [one, words.groups[one]] as const),
  ] as const;
  return (
    <fieldset className="mt-4 rounded-field border border-line bg-sunk p-1">
      <legend className="sr-only">{words.group}</legend>
      <div className="flex flex-wrap gap-1">
        {choices.map(([one, name]) => (
          <label
            key={one}
            className="relative grid min-h-11 flex-1 place-items-center rounded-[18px] px-3 text-center text-label whitespace-nowrap text-muted has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-lift has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-3 has-focus-visible:outline-amber-text"
          >
            <input
              type="radio"
              name="audit-group"
              value={one}
              checked={group === one}
              onChange={() => onChange(one)}
              aria-label={name}
              className="absolute inset-0 appearance-none rounded-[18px] outline-none"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
