import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

/** The document of the release, as it was rendered when the worker was installed. */
const rendered = (lang: string, entry = 'index-a1.js') =>
  `<!doctype html><html lang="${lang}"><script src="/assets/${entry}"></script>`;

vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: vi.fn(),
  getCacheKeyForURL: (url: string) => `${url}?revision=1`,
  matchPrecache: async () => new Response(rendered('en')),
  precacheAndRoute: vi.fn(),
}));

/** Cache Storage in memory. */
const stored = new Map<string, Response>();
const cache = {
  match: async (key: string) => stored.get(new URL(key, 'https://app.example').href)?.clone(),
  put: async (key: string, response: Response) =>
    stored.set(new URL(key, 'https://app.example').href, response),
  delete: async (key: string) => stored.delete(key),
  keys: async () => [...stored.keys()].map((url) => ({ url })),
};
const open = vi.fn(async () => cache);
const fetched = vi.fn<(url: unknown) => Promise<Response>>();

beforeEach(() => {
  stored.clear();
  open.mockClear();
  open.mockImplementation(async () => cache);
  fetched.mockReset();
  vi.stubGlobal('caches', { open });
  vi.stubGlobal('fetch', fetched);
});

const { './sw.ts': worker } = import.meta.glob('./sw.ts');

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async () => {});
const openWindow = vi.fn(async () => null);
let tabs: { url: string; focus: () => Promise<void> }[] = [];

/** Sends an event to the worker, and waits for what it keeps the worker alive for. */
async function dispatch(type: string, event: object = {}) {
  const done: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => done.push(work);
  listeners.get(type)?.({ ...event, waitUntil });
  expect(done, 'a push that shows nothing makes the browser show words of its own').toHaveLength(1);
  await Promise.all(done);
}

const tab = (path: string) => ({ url: `https://app.example${path}`, focus: vi.fn(async () => {}) });

beforeAll(async () => {
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listeners.set(type, listener as Listener);
  });
  Object.assign(globalThis, {
    __WB_MANIFEST: [],
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
  });
  // Not an import by name: the worker has types of its own (tsconfig.worker.json).
  await worker?.();
});

test('every message shows the same words, whatever it carries, in one place', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX']);
  for (const data of [null, { text: () => 'Your story about …' }]) {
    showNotification.mockClear();
    await dispatch('push', { data });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'Algo te espera',
      expect.objectContaining({ lang: 'es', tag: 'waiting' }),
    );
  }
});

const tell = (language: string) => dispatch('message', { data: { type: 'LANGUAGE', language } });

/** What a navigation shows without a connection. */
async function offlineDocument() {
  fetched.mockRejectedValue(new TypeError('offline'));
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  listeners.get('fetch')?.({
    request: { mode: 'navigate', method: 'GET', url: 'https://app.example/guidelines' },
    stopImmediatePropagation: () => {},
    respondWith,
  });
  return (await respondWith.mock.calls[0]?.[0])?.text();
}

test('a message shows the words of the language in which the app is read', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
  fetched.mockResolvedValue(new Response(rendered('es')));
  await tell('es');
  showNotification.mockClear();
  await dispatch('push');
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Algo te espera', expect.anything());
});

test('where the language cannot be read, a message shows the words of the browser’s', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX']);
  open.mockRejectedValue(new Error('storage is blocked'));
  showNotification.mockClear();
  await dispatch('push');
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Algo te espera', expect.anything());
  await tell('en');
});

test('after a choice of language the cached document is in it, and back again', async () => {
  expect(await offlineDocument()).toBe(rendered('en'));
  fetched.mockResolvedValue(new Response(rendered('es')));
  await tell('es');
  expect(await offlineDocument()).toBe(rendered('es'));
  fetched.mockClear();
  await tell('es');
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockResolvedValue(new Response(rendered('en')));
  await tell('en');
  expect(await offlineDocument()).toBe(rendered('en'));
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('offline'))],
  ['a refusal', async () => new Response(rendered('es'), { status: 503 })],
  ['a newer release', async () => new Response(rendered('es', 'index-b2.js'))],
  ['the old language', async () => new Response(rendered('en'))],
])('%s leaves the cached document as it is', async (_, answer) => {
  fetched.mockImplementation(answer);
  await tell('es');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await offlineDocument()).toBe(rendered('en'));
});

test.each([
  ['goes to the tab that shows Mine', '/mine', 0],
  ['opens Mine beside a tab in which somebody may be writing', '/testimony', 1],
])('a tap on a notice %s', async (_, path, opened) => {
  openWindow.mockClear();
  const one = tab(path);
  tabs = [one];
  const notification = { close: vi.fn() };
  await dispatch('notificationclick', { notification });
  expect(notification.close).toHaveBeenCalled();
  expect(one.focus).toHaveBeenCalledTimes(1 - opened);
  expect(openWindow.mock.calls).toEqual(opened ? [['/mine']] : []);
});
