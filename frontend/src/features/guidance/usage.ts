/** The day's count: the server's word when it has spoken today, else the record kept in this browser. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import type { Usage } from '@/lib/api/types';
import { dayOf } from '@/lib/hour';
import { read, write } from '@/lib/storage';
import { usageQuery } from './queries';

export const FREE_LIMIT = 3;
const KEY = 'stillwater:usage';

/** The local count, which starts anew when the stored date is not today's. */
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

/** What both sources say together. A server count whose day is over counts for nothing. */
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

/** A browser fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Draws again when the day is over, and when the screen comes back: a device that slept through it missed the hour. */
function useNewDay(resetsAt: string | null) {
  const [drawn, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer that has run is followed by the next.
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
