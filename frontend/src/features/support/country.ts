/** Whose helplines are shown. The order is the server's (`shared/src/country.rs`): both show the same. */
import { usePickedCountry } from '@/lib/country';
import { defaultCountry } from '@/lib/product';
import { timeZone } from '@/lib/time-zone';
import { countries } from './helplines';

/** Every place without helplines of ours. The international advice stands there alone. */
export const ELSEWHERE = 'elsewhere';

/** What was picked, else what the device tells. */
export function useCountry(): string {
  const picked = usePickedCountry();
  return picked ? known(picked) : guessedCountry(timeZone(), navigator.languages);
}

/** What the time zone tells, else the region of the first language, else the default. */
export function guessedCountry(zone: string, languages: readonly string[]): string {
  if (tellsAPlace.test(zone))
    return countries.find(({ zones }) => zones.some(covers(zone)))?.code ?? ELSEWHERE;
  const region = languages[0]?.split('-').find((part, index) => index > 0 && part.length === 2);
  return known(region ?? defaultCountry());
}

const known = (code: string) =>
  countries.find((country) => country.code === code.toUpperCase())?.code ?? ELSEWHERE;

/** `UTC` and `Etc/GMT+5` say nothing of where somebody is. */
const tellsAPlace = /^(?!Etc\/).+\//;

/** `US/*` stands for all below it. */
const covers = (zone: string) => (listed: string) =>
  listed.endsWith('*') ? zone.startsWith(listed.slice(0, -1)) : listed === zone;
