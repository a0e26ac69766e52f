import { partOfDay } from './hour';
import { wordsNow } from './language';
import { common } from './words';

/** A welcome for this hour, with the visitor's first name when it is known. */
export const welcomeAt = (date: Date, firstName: string | null = null): string =>
  wordsNow(common).welcome[partOfDay(date)](firstName ? `, ${firstName}` : '');
