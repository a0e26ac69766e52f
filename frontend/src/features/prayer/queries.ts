import type { QueryClient } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Prayer } from '@/lib/api/types';

/** The user's own prayers, refetched on each visit because somebody may have prayed. */
export const prayersQuery = { ...apiQuery('/api/prayers'), refetchOnMount: 'always' as const };

export interface NewPrayer {
  text: string;
  shared: boolean;
}

/** Creates a prayer. With the same idempotency key a retry creates no second one. */
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

/** Updates one prayer in the cached list. */
export function keepPrayers(client: QueryClient, next: (prayers: Prayer[]) => Prayer[]): void {
  client.setQueryData(
    prayersQuery.queryKey,
    (before) => before && { ...before, prayers: next(before.prayers) },
  );
}
