/**
 * Keeps the app's own files, so that the public pages open without a network. Nothing else is ever kept:
 * no answer of the API is cached, because every one of them may be about a person.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const SHELL = '/index.html';
/** The server's own pages and data: never answered from here. */
const serverOnly = /^\/(api|healthz|readyz|metrics|openapi\.json)(\/|$)/;

cleanupOutdatedCaches();

// Registered before the precache's own listener: a page comes from the network while there is one,
// so that a new version and a true 404 are never hidden behind an old shell.
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode !== 'navigate' || serverOnly.test(pathname)) return;
  event.respondWith(
    fetch(event.request).catch(async () => (await matchPrecache(SHELL)) ?? Response.error()),
  );
});

precacheAndRoute(self.__WB_MANIFEST, {
  cleanURLs: false,
  directoryIndex: null as unknown as string,
});
