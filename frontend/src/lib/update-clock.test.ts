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

/** A clock whose draw is always the same, and how often it has asked. */
function clock(draw: number) {
  const check = vi.fn();
  stop = startUpdateClock(check, () => draw);
  return () => check.mock.calls.length;
}

function become(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

test('it asks at the start and every 30 seconds while somebody looks', () => {
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
])('a wait is a fifth longer or shorter: the %s', (_, draw, wait) => {
  const asked = clock(draw);
  vi.advanceTimersByTime(wait - 1);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(asked()).toBe(2);
});

test('hidden, it asks every 5 minutes, and at once when it is looked at again', () => {
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

test('without a network it asks nobody, and at once when there is one', () => {
  online = false;
  const asked = clock(0.5);
  vi.advanceTimersByTime(120_000);
  expect(asked()).toBe(0);
  online = true;
  window.dispatchEvent(new Event('online'));
  expect(asked()).toBe(1);
});

test('stopped, it asks no more', () => {
  const asked = clock(0.5);
  stop();
  vi.advanceTimersByTime(600_000);
  window.dispatchEvent(new Event('online'));
  expect(asked()).toBe(1);
});
