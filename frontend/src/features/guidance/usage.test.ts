import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query';
import { usageQuery } from './queries';
import { keepLocalCount, useToday } from './usage';

const MORNING = new Date('2026-11-21T08:00:00Z');
const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: MORNING });
  return () => vi.useRealTimers();
});

/** Today's count from the server. */
function watch(endsIn: number) {
  const client = createQueryClient();
  const resetsAt = new Date(Date.now() + endsIn).toISOString();
  client.setQueryData(usageQuery.queryKey, { count: 3, limit: 3, unlimited: false, resetsAt });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  let drawn = 0;
  const { result } = renderHook(
    () => {
      drawn += 1;
      return useToday(false);
    },
    { wrapper },
  );
  return { atLimit: () => result.current.atLimit, drawn: () => drawn };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the limit ends when the day ends', () => {
  const { atLimit } = watch(3_600_000);
  expect(atLimit()).toBe(true);
  pass(3_600_000);
  expect(atLimit()).toBe(false);
});

test('a count kept by this browser ends at midnight', () => {
  keepLocalCount(3);
  const { atLimit } = watch(0);
  expect(atLimit()).toBe(true);
  pass(16 * 3_600_000);
  expect(atLimit()).toBe(false);
});

test('a device that slept through the end of the day shows the new one when it wakes', () => {
  const { atLimit } = watch(3_600_000);
  vi.setSystemTime(MORNING.getTime() + DAY_MS);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(atLimit()).toBe(false);
});

test('a reset beyond the longest timer delay still happens on time', () => {
  const { atLimit, drawn } = watch(40 * DAY_MS);
  pass(1000);
  expect(drawn()).toBe(1);
  pass(39 * DAY_MS);
  expect(atLimit()).toBe(true);
  pass(DAY_MS);
  expect(atLimit()).toBe(false);
});
