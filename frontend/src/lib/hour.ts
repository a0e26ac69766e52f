export type Hour = 'dawn' | 'day' | 'dusk' | 'night';

/** The scene of the current hour in the visitor's time zone. */
export function hourOf(date: Date): Hour {
  const hours = date.getHours();
  if (hours < 5 || hours >= 21) return 'night';
  if (hours < 10) return 'dawn';
  return hours < 16 ? 'day' : 'dusk';
}

/** The part of the day for the greeting. */
export function partOfDay(date: Date): 'night' | 'morning' | 'afternoon' | 'evening' {
  const hours = date.getHours();
  if (hours < 5 || hours >= 22) return 'night';
  if (hours < 12) return 'morning';
  return hours < 18 ? 'afternoon' : 'evening';
}

/** The visitor's local date as `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
