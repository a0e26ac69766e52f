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
  if (hours < 5 || hours >= 22) return `Welcome, even at this hour${name}.`;
  if (hours < 12) return `Welcome this morning${name}.`;
  return hours < 18 ? `Welcome this afternoon${name}.` : `Welcome this evening${name}.`;
}

/** The visitor's calendar day as `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
