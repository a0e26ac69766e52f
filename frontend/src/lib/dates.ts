const asDate = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** A point in time as the visitor's own calendar names it: *November 21, 2026*. */
export const dateInWords = (iso: string) => asDate.format(new Date(iso));
