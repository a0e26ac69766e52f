import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer } from '@/lib/api/types';

export type Subscription = Answer<'/api/subscription', 'get'>;

/** Whether premium can be bought, and the state of the visitor's own subscription. */
export const subscriptionQuery = {
  ...apiQuery('/api/subscription'),
  refetchOnMount: 'always' as const,
};

/** The event stream of the subscription's state. */
export const SUBSCRIPTION_EVENTS = '/api/subscription/events';

/** Starts a subscription. Idempotent. */
export const createSubscription = (email: string, name: string) =>
  postJson('/api/create-subscription', { email, ...(name ? { name } : {}) });
