import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpdateClock } from './update-clock';

let visibility: DocumentVisibilityState = 'visible';
let online = true;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  online = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A clock with a fixed random value, and the number of checks. */
function clock(draw: number) {
  const check = vi.fn();
  stop = startUpdateClock(check, () => draw);
  return () => check.mock.calls.length;
}

function become(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

test('it checks at the start and every 30 seconds while the page is visible', () => {
  const asked = clock(0.5);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(29_999);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(asked()).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(asked()).toBe(4);
});

test.each([
  ['earliest', 0, 24_000],
  ['latest', 1, 36_000],
])('a delay is randomised by 20 percent: the %s', (_, draw, wait) => {
  const asked = clock(draw);
  vi.advanceTimersByTime(wait - 1);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(asked()).toBe(2);
});

test('while hidden it checks every 5 minutes, and at once when visible again', () => {
  const asked = clock(0.5);
  become('hidden');
  vi.advanceTimersByTime(299_999);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(asked()).toBe(2);
  become('visible');
  expect(asked()).toBe(3);
  vi.advanceTimersByTime(30_000);
  expect(asked()).toBe(4);
});

test('offline it does not check, and checks at once when back online', () => {
  online = false;
  const asked = clock(0.5);
  vi.advanceTimersByTime(120_000);
  expect(asked()).toBe(0);
  online = true;
  window.dispatchEvent(new Event('online'));
  expect(asked()).toBe(1);
});

test('once stopped, it does not check again', () => {
  const asked = clock(0.5);
  stop();
  vi.advanceTimersByTime(600_000);
  window.dispatchEvent(new Event('online'));
  expect(asked()).toBe(1);
});
