/** Today's usage: the server's count if it is from today, else the one stored in this browser. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import type { Usage } from '@/lib/api/types';
import { dayOf } from '@/lib/hour';
import { read, write } from '@/lib/storage';
import { usageQuery } from './queries';

export const FREE_LIMIT = 3;
const KEY = 'stillwater:usage';

/** The local count, which restarts when the stored date is not today. */
export function localCount(now = new Date()): number {
  try {
    const record = JSON.parse(read('local', KEY) ?? '{}');
    return record.date === dayOf(now) && Number.isInteger(record.count) ? record.count : 0;
  } catch {
    return 0;
  }
}

export function keepLocalCount(count: number, now = new Date()): void {
  write('local', KEY, JSON.stringify({ date: dayOf(now), count }));
}

export interface Today {
  count: number;
  limit: number;
  unlimited: boolean;
  resetsAt: string | null;
  atLimit: boolean;
}

/** Merges both counts. A server count of a past day is ignored. */
function today(server: Usage | undefined, isPremium: boolean, now = new Date()): Today {
  const current = server && new Date(server.resetsAt) > now ? server : undefined;
  const count = current?.count ?? localCount(now);
  const limit = current?.limit ?? FREE_LIMIT;
  const unlimited = isPremium || current?.unlimited === true;
  return {
    count,
    limit,
    unlimited,
    resetsAt: current?.resetsAt ?? null,
    atLimit: !unlimited && count >= limit,
  };
}

export function useToday(isPremium: boolean): Today {
  const { data } = useQuery(usageQuery);
  const now = today(data, isPremium);
  useNewDay(now.resetsAt);
  return now;
}

/** Browsers fire longer timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Re-renders when the day ends, and when the page becomes visible: a sleeping device misses timers. */
function useNewDay(resetsAt: string | null) {
  const [drawn, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fired timer starts the next one.
  useEffect(() => {
    const end = resetsAt ? Date.parse(resetsAt) : new Date().setHours(24, 0, 0, 0);
    const timer = setTimeout(drawAgain, Math.min(end - Date.now(), MAX_TIMER_MS));
    document.addEventListener('visibilitychange', drawAgain);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', drawAgain);
    };
  }, [resetsAt, drawn]);
}
