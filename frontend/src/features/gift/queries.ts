import { queryOptions } from '@tanstack/react-query';
import { postJson } from '@/lib/api/client';
import type { Answer } from '@/lib/api/types';

export type GiftSeen = Answer<'/api/gifts/look', 'post'>;

/** How the gift of a code stands. The code travels in the body, so that no address has it. */
export const giftQuery = (code: string) =>
  queryOptions({
    queryKey: ['api', 'gifts', 'look', code],
    queryFn: (): Promise<GiftSeen> => postJson('/api/gifts/look', { code }),
    refetchOnMount: 'always',
  });

/** Accepts the gift of a code. Idempotent. */
export const acceptGift = (code: string): Promise<GiftSeen> =>
  postJson('/api/gifts/accept', { code });

/** What a gift changes: the account and its subscription. */
export const changedByGift = [
  ['api', 'auth', 'user'],
  ['api', 'subscription'],
] as const;
