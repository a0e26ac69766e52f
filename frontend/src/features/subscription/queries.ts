import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer } from '@/lib/api/types';

export type Subscription = Answer<'/api/subscription', 'get'>;

/** Whether premium can be bought, and how the visitor's own subscription stands. */
export const subscriptionQuery = {
  ...apiQuery('/api/subscription'),
  refetchOnMount: 'always' as const,
};

/** Where the server tells how it stands, at once and whenever it changes. */
export const SUBSCRIPTION_EVENTS = '/api/subscription/events';

/** Begins a subscription; asked again, it is the same one. */
export const createSubscription = (email: string, name: string) =>
  postJson('/api/create-subscription', { email, ...(name ? { name } : {}) });
