/**
 * Tells the pages that the server renders, such as sign-in, which language to speak and which hour to show: they run no
 * script. The cookie ends with the browser and names nobody. The service worker is told the language for its notices and
 * for the document that it caches.
 */
import { currentLanguage } from './language';
import type { Language } from './remembered';

export function tellServerPages(language: Language = currentLanguage()): void {
  const isSecure = window.location.protocol === 'https:';
  // Minutes ahead of UTC, so that the hour is right whenever the page is opened.
  const look = `${language}.${-new Date().getTimezoneOffset()}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than our oldest browsers.
  document.cookie = isSecure
    ? `__Host-look=${look}; Path=/; SameSite=Lax; Secure`
    : `look=${look}; Path=/; SameSite=Lax`;
  // Staff pages are in English for everybody: that is nobody's choice.
  if (!window.location.pathname.startsWith('/admin')) tellWorker(language);
}

/** Without a worker `ready` waits for ever. */
const tellWorker = (language: Language) =>
  navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage({ type: 'LANGUAGE', language }),
  );
