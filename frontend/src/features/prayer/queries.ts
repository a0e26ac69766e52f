import type { QueryClient } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Prayer } from '@/lib/api/types';

/** The person's own prayers. Somebody may have prayed meanwhile, so each visit asks again. */
export const prayersQuery = { ...apiQuery('/api/prayers'), refetchOnMount: 'always' as const };

export interface NewPrayer {
  text: string;
  shared: boolean;
}

/** Keeps a prayer. The key makes a repeated attempt the same prayer on the server. */
export const writePrayer = (prayer: NewPrayer, idempotencyKey: string) =>
  postJson('/api/prayers', prayer, { 'Idempotency-Key': idempotencyKey });

export interface PrayerChange {
  answered?: boolean;
  answerNote?: string;
  shared?: boolean;
}

export const changePrayer = (id: string, body: PrayerChange) =>
  change('patch', '/api/prayers/{id}', { id, body });

export const deletePrayer = (id: string) => change('delete', '/api/prayers/{id}', { id });

/** Writes what the server told of one prayer into the list on screen. */
export function keepPrayers(client: QueryClient, next: (prayers: Prayer[]) => Prayer[]): void {
  client.setQueryData(
    prayersQuery.queryKey,
    (before) => before && { ...before, prayers: next(before.prayers) },
  );
}
