/** Words that no server could read are looked through here, so that no lost network keeps help away. */
import { isApiError } from './api/error';

/** So long a person in danger may wait for an answer before the words are looked through here as well. */
export const PATIENCE_MS = 8000;

/**
 * Sends words, and calls `help` with the kind of danger when they could not be read in time and plainly speak of it.
 * A later answer of the server goes its own way.
 */
export async function sendWords<T>(
  words: string,
  send: () => Promise<T>,
  help: (category: string) => void,
): Promise<T> {
  let looked: Promise<void> | undefined;
  const look = () => {
    looked ??= import('./crisis-screen')
      .then(({ dangerIn }) => dangerIn(words))
      .then((category) => {
        if (category) help(category);
      })
      // Without the copy there is nothing to look with; the notice about the network names the numbers.
      .catch(() => {});
    return looked;
  };
  if (!navigator.onLine) void look();
  const late = setTimeout(look, PATIENCE_MS);
  try {
    return await send();
  } catch (error) {
    if (wasUnread(error)) await look();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Brings the copy of the patterns onto this page while there is a network; the service worker may not be there yet. */
export const prepareToLook = () => void import('./crisis-screen').catch(() => {});

/** Whether a failure leaves it open that the server looked for danger: no answer, or none of its own. */
function wasUnread(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return !error.crisis && (error.status >= 500 || error.code === null);
}
