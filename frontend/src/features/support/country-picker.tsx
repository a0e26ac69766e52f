import { useId } from 'react';
import { pickCountry } from '@/lib/country';
import { useLanguage, useWords } from '@/lib/language';
import { ELSEWHERE } from './country';
import { countries } from './helplines';
import { help } from './words';

interface CountryPickerProps {
  country: string;
  onPick?: () => void;
}

/** The country for helplines. The choice stays on this device. */
export function CountryPicker({ country, onPick }: CountryPickerProps) {
  const id = useId();
  const words = useWords(help);
  const language = useLanguage();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-label text-muted">
        {words.country}
      </label>
      <select
        id={id}
        value={country}
        onChange={(event) => {
          pickCountry(event.target.value);
          onPick?.();
        }}
        className="min-h-11 max-w-full rounded-full border border-line-strong bg-surface px-4 text-body"
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {countryName(code, name, language)}
          </option>
        ))}
        <option value={ELSEWHERE}>{words.anotherCountry}</option>
      </select>
    </div>
  );
}

/** A country's name from `Intl` in the current language; in English our own. */
const countryName = (code: string, name: string, language: string) =>
  language === 'en' ? name : new Intl.DisplayNames(language, { type: 'region' }).of(code);
