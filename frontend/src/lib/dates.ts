import { locale } from './language';

/** A date in the visitor's regional format: *November 21, 2026*, *21 November 2026*. */
export const dateInWords = (iso: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(new Date(iso));

/** A date with its weekday: *Saturday, November 21*, *Saturday 21 November*. */
export const dayInWords = (date: Date) =>
  date.toLocaleDateString(locale(), { weekday: 'long', month: 'long', day: 'numeric' });

/** A time of day: *8:00 PM*, *20:00*. Spanish *8:00 a. m.* loses its full stops: a sentence may end with it. */
export const timeInWords = (at: Date) =>
  at
    .toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' })
    .replace(/([ap])\.\s?m\.$/, '$1m');

/** A number with regional separators: *2,000*, *2.000*. */
export const numberInWords = (number: number) => number.toLocaleString(locale());
