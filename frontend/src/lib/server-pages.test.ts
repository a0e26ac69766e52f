import { afterEach, expect, test, vi } from 'vitest';
import { speak } from './language';
import { tellServerPages } from './server-pages';

afterEach(() => {
  vi.restoreAllMocks();
  speak('en', new Map());
});

test.each([
  ['en', 0, 'look=en.0'],
  ['es', 360, 'look=es.-360'],
  ['es', -330, 'look=es.330'],
] as const)(
  'the cookie has the language %s and, %s minutes behind UTC, the offset',
  (language, behind, cookie) => {
    speak(language, new Map());
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind);
    const written = vi.spyOn(document, 'cookie', 'set');
    tellServerPages();
    expect(written).toHaveBeenCalledExactlyOnceWith(`${cookie}; Path=/; SameSite=Lax`);
  },
);

test.each([
  ['/', [{ type: 'LANGUAGE', language: 'es' }]],
  ['/admin', []],
])('at %s the service worker is told %j', async (path, told) => {
  window.history.replaceState(null, '', path);
  const active = { postMessage: vi.fn() };
  const ready = Promise.resolve({ active });
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { ready } } }));
  speak('es', new Map());
  tellServerPages();
  await ready;
  expect(active.postMessage.mock.calls.flat()).toEqual(told);
});
