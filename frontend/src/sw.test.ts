import { beforeAll, expect, test, vi } from 'vitest';

vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: vi.fn(),
  matchPrecache: vi.fn(),
  precacheAndRoute: vi.fn(),
}));

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
