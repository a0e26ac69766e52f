/** Detects the country for helplines, in the same order as the server (`shared/src/country.rs`). */
import { usePickedCountry } from '@/lib/country';
import { defaultCountry } from '@/lib/product';
import { timeZone } from '@/lib/time-zone';
import { countries } from './helplines';

/** Any country without helplines of ours; it gets the international advice only. */
export const ELSEWHERE = 'elsewhere';

/** The chosen country, else the detected one. */
export function useCountry(): string {
  const picked = usePickedCountry();
  return picked ? known(picked) : guessedCountry(timeZone(), navigator.languages);
}

/** The country of the time zone, else of the first language's region, else the default. */
export function guessedCountry(zone: string, languages: readonly string[]): string {
  if (tellsAPlace.test(zone))
    return countries.find(({ zones }) => zones.some(covers(zone)))?.code ?? ELSEWHERE;
  const region = languages[0]?.split('-').find((part, index) => index > 0 && part.length === 2);
  return known(region ?? defaultCountry());
}

const known = (code: string) =>
  countries.find((country) => country.code === code.toUpperCase())?.code ?? ELSEWHERE;

/** `UTC` and `Etc/GMT+5` name no place. */
const tellsAPlace = /^(?!Etc\/).+\//;

/** `US/*` stands for all zones below it. */
const covers = (zone: string) => (listed: string) =>
  listed.endsWith('*') ? zone.startsWith(listed.slice(0, -1)) : listed === zone;
