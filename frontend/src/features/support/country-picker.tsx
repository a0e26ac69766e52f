import { useId } from 'react';
import { pickCountry } from '@/lib/country';
import { countries } from './helplines';

const ELSEWHERE = 'elsewhere';

interface CountryPickerProps {
  country: string;
  onPick?: (country: string) => void;
}

/** Whose helplines are shown. The choice stays on this device. */
export function CountryPicker({ country, onPick }: CountryPickerProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-label text-muted">
        Helplines for
      </label>
      <select
        id={id}
        value={country}
        onChange={(event) => {
          pickCountry(event.target.value);
          onPick?.(event.target.value);
        }}
        className="min-h-11 max-w-full rounded-full border border-line-strong bg-surface px-4 text-body"
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <option value={ELSEWHERE}>Another country</option>
      </select>
    </div>
  );
}
