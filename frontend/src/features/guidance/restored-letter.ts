/** The letter of before a reload, read again by its ids. */
import { isApiError } from '@/lib/api/error';
import type { ShownLetter } from '@/lib/shown-letter';
import { offlineLetter } from './offline-letter';
import { type Letter, letterFrom, readLetter, requestGuidance } from './queries';

/** Uncounted. Offline, the message of a topic comes from the app, and the letter of a situation cannot be read. */
export async function restoreLetter({
  id,
  reference,
  asked,
  language = 'en',
}: ShownLetter): Promise<Letter> {
  try {
    if (!asked) return letterFrom(await readLetter(id, language, reference));
    // A passage is read again as it was asked for.
    const { crisis, possibleDanger, resources, usage, ...letter } = await requestGuidance({
      struggle: reference,
      language,
    });
    return { ...letter, offline: false };
  } catch (error) {
    const bundled = isApiError(error) ? null : await offlineLetter(id, language);
    if (!bundled) throw error;
    return bundled;
  }
}
