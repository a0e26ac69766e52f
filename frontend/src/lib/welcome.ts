import { partOfDay } from './hour';
import { currentWords } from './language';
import { common } from './words';

/** The greeting for this hour, with the user's first name if known. */
export const welcomeAt = (date: Date, firstName: string | null = null): string =>
  currentWords(common).welcome[partOfDay(date)](firstName ? `, ${firstName}` : '');
