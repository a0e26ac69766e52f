import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/error';
import { PATIENCE_MS, sendWords } from './unread-words';

const danger = 'I want to end my life';
const never = () => new Promise<never>(() => {});

afterEach(() => vi.useRealTimers());

test('words that are read in time are not looked through', async () => {
  const help = vi.fn();
  await expect(sendWords(danger, async () => 'read', help)).resolves.toBe('read');
  expect(help).not.toHaveBeenCalled();
});

test('an answer that takes too long is not waited for', async () => {
  vi.useFakeTimers();
  const help = vi.fn();
  void sendWords(danger, never, help);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(help).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await vi.waitFor(() => expect(help).toHaveBeenCalledExactlyOnceWith('suicide_ideation'));
});

test('a browser that knows it is offline looks at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const help = vi.fn();
  void sendWords(danger, never, help);
  await vi.waitFor(() => expect(help).toHaveBeenCalledExactlyOnceWith('suicide_ideation'));
});

const body = (more: object) => JSON.stringify({ code: 'INTERNAL', message: 'Our fault.', ...more });

test.each([
  ['no answer', new TypeError('Failed to fetch'), 1],
  ['a failure of the server', new ApiError(500, body({})), 1],
  ['an answer of something in between', new ApiError(403, '<html>'), 1],
  ['a failure that carries help already', new ApiError(500, body({ crisis: true })), 0],
  ['a refusal by the server, which has read the words', new ApiError(422, body({})), 0],
] as const)(
  '%s: the failure stays, and help is called when nobody read the words',
  async (_, error, times) => {
    const help = vi.fn();
    await expect(sendWords(danger, () => Promise.reject(error), help)).rejects.toBe(error);
    expect(help).toHaveBeenCalledTimes(times);
  },
);
