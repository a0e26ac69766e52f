/**
 * The language that the app speaks, for the service worker: it cannot read the choice, which is in the page's storage.
 * The page tells it at each start and each choice.
 *
 * Invariant: a cached document belongs to the files of this worker's release, whatever its language.
 */
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching';

const CACHE = 'language';
/** Where the language itself is kept, as the text of a response. */
const SPOKEN = '/language';

/** The language that the app spoke last, if a page has told it. */
export async function spokenLanguage(): Promise<string | null> {
  const cache = await caches.open(CACHE);
  return (await cache.match(SPOKEN))?.text() ?? null;
}

/** The cached document, in the language that the app spoke last if it could be fetched. */
export async function keptDocument(shell: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(shell))) ?? matchPrecache(shell);
}

/** Keeps the language, and the document in it. Without a connection the next start of the app tries again. */
export async function speakLanguage(language: string, shell: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(SPOKEN, new Response(language));
  const kept = await (await keptDocument(shell))?.text();
  if (kept === undefined || languageOf(kept) === language) return;
  const response = await fetch(shell, { cache: 'reload' }).catch(() => null);
  if (!response?.ok) return;
  const html = await response.clone().text();
  // A newer release has other files, which this worker has not cached.
  if (languageOf(html) !== language || entryOf(html) !== entryOf(kept)) return;
  for (const { url } of await cache.keys())
    if (new URL(url).pathname !== SPOKEN) await cache.delete(url);
  await cache.put(keyOf(shell), response);
}

/** The key changes with the release: a document of an older one is not found. */
const keyOf = (shell: string) => getCacheKeyForURL(shell) ?? shell;

const languageOf = (html: string) => html.match(/<html lang="(\w+)"/)?.[1];

const entryOf = (html: string) => html.match(/\/assets\/index-[\w-]+\.js/)?.[0];
