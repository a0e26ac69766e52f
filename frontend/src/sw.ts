/**
 * The service worker: caches the app's own files, so that public pages work offline. It caches no API response,
 * because any of them may contain personal data.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { noticeFor } from '@/features/push/notice-words';
import { keptDocument, speakLanguage, spokenLanguage } from './sw-language';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** The app's document, as the server renders it. */
const SHELL = '/';
/** The share target of the manifest. */
const SHARE = '/share';
/** How long a navigation waits for the network before the cached document is used. */
const NETWORK_TIMEOUT_MS = 3000;
/** Paths served by the server alone: never answered from the cache. */
const serverOnly = /^\/(api|healthz|readyz|metrics|openapi\.json)(\/|$)/;

cleanupOutdatedCaches();

// Registered before the precache's own listener, which must not answer these.
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
 * Navigations are network-first, so that an old shell never hides a new version or a real 404. The cached document
 * answers when the network is gone, the server fails, or both are too slow for a user who needs help.
 */
async function documentFor(request: Request): Promise<Response> {
  const fromNetwork = fetch(request);
  const kept = () => keptDocument(SHELL);
  const inTime = new Promise<'late'>((resolve) =>
    setTimeout(() => resolve('late'), NETWORK_TIMEOUT_MS),
  );
  const answer = await Promise.race([fromNetwork, inTime]).catch(() => null);
  if (answer === null) return (await kept()) ?? Response.error();
  if (answer === 'late' || answer.status >= 500) return (await kept()) ?? fromNetwork;
  return answer;
}

/** Text shared from another app, held in memory until the page takes it. It is in no URL and in no cache. */
let shared = '';

async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const words = ['title', 'text'].map((name) => form.get(name));
  shared = words.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n');
  return Response.redirect('/?shared', 303);
}

/** Where a notice leads. */
const MINE = '/mine';

/**
 * A message of Web Push is empty, so the worker does not know what it is about: every notice has the same words, and a lock
 * screen tells nothing. A newer one takes the place of one that is still there.
 */
self.addEventListener('push', (event) => {
  event.waitUntil(showNotice());
});

async function showNotice(): Promise<void> {
  // Something must be shown, also where the language cannot be read.
  const spoken = await spokenLanguage().catch(() => null);
  const { title, body, lang } = noticeFor([spoken ?? '', ...self.navigator.languages]);
  const shown = { body, lang, tag: 'waiting', icon: '/install/icon-192.png', data: MINE };
  await self.registration.showNotification(title, shown);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMine());
});

/** Goes to the tab that shows it, or opens one: a tab in which somebody may be writing is left alone. */
async function openMine(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname === MINE);
  await (tab ? tab.focus() : self.clients.openWindow(MINE));
}

let wasAsked = false;

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') {
    wasAsked = true;
    void self.skipWaiting();
  }
  if (event.data?.type === 'LANGUAGE')
    event.waitUntil(speakLanguage(event.data.language, SHELL).catch(() => {}));
  if (event.data?.type === 'TAKE_SHARED') {
    event.ports[0]?.postMessage(shared);
    shared = '';
  }
});

// A tab opened before any worker existed has no controller and gets no `controllerchange`, so it is sent a message.
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
