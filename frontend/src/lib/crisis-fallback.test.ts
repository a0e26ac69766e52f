import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/error';
import { SCREENING_DELAY_MS, sendWithCrisisFallback } from './crisis-fallback';

const danger = 'I want to end my life';
const never = () => new Promise<never>(() => {});

afterEach(() => vi.useRealTimers());

test('text that the server answers in time is not screened in the browser', async () => {
  const help = vi.fn();
  await expect(sendWithCrisisFallback(danger, async () => 'read', help)).resolves.toBe('read');
  expect(help).not.toHaveBeenCalled();
});

test('a slow response does not delay the screening', async () => {
  vi.useFakeTimers();
  const help = vi.fn();
  void sendWithCrisisFallback(danger, never, help);
  await vi.advanceTimersByTimeAsync(SCREENING_DELAY_MS - 1);
  expect(help).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await vi.waitFor(() => expect(help).toHaveBeenCalledExactlyOnceWith('suicide_ideation'));
});

test('an offline browser screens at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const help = vi.fn();
  void sendWithCrisisFallback(danger, never, help);
  await vi.waitFor(() => expect(help).toHaveBeenCalledExactlyOnceWith('suicide_ideation'));
});

const body = (more: object) => JSON.stringify({ code: 'INTERNAL', message: 'Our fault.', ...more });

test.each([
  ['no response', new TypeError('Failed to fetch'), 1],
  ['a server error', new ApiError(500, body({})), 1],
  ['a response of a proxy', new ApiError(403, '<html>'), 1],
  ['an error with crisis resources', new ApiError(500, body({ crisis: true })), 0],
  ['a validation error after screening', new ApiError(422, body({})), 0],
] as const)(
  '%s: the failure is kept, and help is called when the server did not screen the text',
  async (_, error, times) => {
    const help = vi.fn();
    await expect(sendWithCrisisFallback(danger, () => Promise.reject(error), help)).rejects.toBe(
      error,
    );
    expect(help).toHaveBeenCalledTimes(times);
  },
);
