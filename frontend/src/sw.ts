/**
 * Keeps the app's own files, so that the public pages open without a network. Nothing else is ever kept:
 * no answer of the API is cached, because every one of them may be about a person.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** The document of every screen, as the server fills it in. */
const SHELL = '/';
/** Where other apps send what is shared with this one: see the manifest. */
const SHARE = '/share';
/** So long a screen waits for the network before the kept document opens it. */
const PATIENCE_MS = 3000;
/** The server's own pages and data: never answered from here. */
const serverOnly = /^\/(api|healthz|readyz|metrics|openapi\.json)(\/|$)/;

cleanupOutdatedCaches();

// Registered before the precache's own listener, which must not answer for these.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || serverOnly.test(pathname)) return;
  event.stopImmediatePropagation();
  if (request.method === 'POST') {
    if (pathname === SHARE) event.respondWith(takeShare(request));
    return;
  }
  event.respondWith(documentFor(request));
});

/**
 * A page comes from the network while there is one, so that a new version and a true 404 are never hidden behind an old
 * shell; from here when the network is gone, the server is broken, or both are too slow for somebody who needs help.
 */
async function documentFor(request: Request): Promise<Response> {
  const fromNetwork = fetch(request);
  const kept = () => matchPrecache(SHELL);
  const inTime = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), PATIENCE_MS));
  const answer = await Promise.race([fromNetwork, inTime]).catch(() => null);
  if (answer === null) return (await kept()) ?? Response.error();
  if (answer === 'late' || answer.status >= 500) return (await kept()) ?? fromNetwork;
  return answer;
}

/** What another app has shared, until the page has taken it. It is in no address and in no cache. */
let shared = '';

async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const words = ['title', 'text'].map((name) => form.get(name));
  shared = words.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n');
  return Response.redirect('/?shared', 303);
}

let wasAsked = false;

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') {
    wasAsked = true;
    void self.skipWaiting();
  }
  if (event.data?.type === 'TAKE_SHARED') {
    event.ports[0]?.postMessage(shared);
    shared = '';
  }
});

// A tab that opened before there was any worker has none to lose, and sees no change of it: it is told.
self.addEventListener('activate', (event) => {
  if (!wasAsked) return;
  const tell = async () => {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const tab of tabs) tab.postMessage({ type: 'RELOAD' });
  };
  event.waitUntil(tell());
});

precacheAndRoute(self.__WB_MANIFEST, {
  cleanURLs: false,
  directoryIndex: null as unknown as string,
});
