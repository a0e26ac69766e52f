/** Screens text in the browser when the server could not, so that crisis help works on a bad network. */
import { isApiError } from './api/error';

/** How long to wait for the server before the text is also screened in the browser. */
export const SCREENING_DELAY_MS = 8000;

/**
 * Sends text. If no response arrives in time and the text is explicitly about a crisis, calls `help` with the
 * category. A later response is still handled as usual.
 */
export async function sendWithCrisisFallback<T>(
  words: string,
  send: () => Promise<T>,
  help: (category: string) => void,
): Promise<T> {
  let screening: Promise<void> | undefined;
  const screenText = () => {
    screening ??= import('./crisis-screen')
      .then(({ dangerIn }) => dangerIn(words))
      .then((category) => {
        if (category) help(category);
      })
      // If the patterns fail to load, the offline notice still names the helplines.
      .catch(() => {});
    return screening;
  };
  if (!navigator.onLine) void screenText();
  const late = setTimeout(screenText, SCREENING_DELAY_MS);
  try {
    return await send();
  } catch (error) {
    if (mayBeUnscreened(error)) await screenText();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Preloads the patterns while online; the service worker may not be active yet. */
export const preloadCrisisScreen = () => void import('./crisis-screen').catch(() => {});

/** Whether the server may not have screened the text: no response, a 5xx, or an error that is not from our API. */
function mayBeUnscreened(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return !error.crisis && (error.status >= 500 || error.code === null);
}
