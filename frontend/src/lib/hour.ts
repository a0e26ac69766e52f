import { wordsNow } from './language';
import { common } from './words';

export type Hour = 'dawn' | 'day' | 'dusk' | 'night';

/** The light of the visitor's own day. */
export function hourOf(date: Date): Hour {
  const hours = date.getHours();
  if (hours < 5 || hours >= 21) return 'night';
  if (hours < 10) return 'dawn';
  return hours < 16 ? 'day' : 'dusk';
}

/** A welcome for this hour, with the visitor's first name when it is known. */
export function welcomeAt(date: Date, firstName: string | null = null): string {
  const hours = date.getHours();
  const name = firstName ? `, ${firstName}` : '';
  const { welcome } = wordsNow(common);
  if (hours < 5 || hours >= 22) return welcome.night(name);
  if (hours < 12) return welcome.morning(name);
  return hours < 18 ? welcome.afternoon(name) : welcome.evening(name);
}

/** The visitor's calendar day as `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
