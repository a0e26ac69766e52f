import { change } from '@/lib/api/change';
import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer } from '@/lib/api/types';
import type { PlanName } from './plans';

export type Subscription = Answer<'/api/subscription', 'get'>;

/** Whether premium can be bought, and the state of the visitor's own subscription. */
export const subscriptionQuery = {
  ...apiQuery('/api/subscription'),
  refetchOnMount: 'always' as const,
};

/** The event stream of the subscription's state. */
export const SUBSCRIPTION_EVENTS = '/api/subscription/events';

/** Corrects the address of what this browser has paid. */
export const correctAddress = (email: string) =>
  change('post', '/api/subscription/address', { body: { email } });

/** The address of Stripe's page of the newest receipt. */
export const openReceipt = () => change('post', '/api/subscription/receipt');

/** Cancels what this browser has paid, with the end of the paid month. */
export const cancelPaid = () => change('post', '/api/subscription/cancel');

/** Accepts the paid subscription that waits for the user. */
export const acceptPaid = () => change('post', '/api/subscription/accept');

/** Says that the user did not pay what is offered to them. */
export const declinePaid = () => change('post', '/api/subscription/decline');

/** The gifts that this account or this browser has paid. Asks Stripe about the one that was just paid. */
export const giftsQuery = {
  ...apiQuery('/api/gifts'),
  refetchOnMount: 'always' as const,
};

export type OwnGift = Answer<'/api/gifts', 'get'>[number];

/** Begins a gift. Idempotent. */
export const beginGift = (email: string) => postJson('/api/gifts', { email });

/** Starts a subscription. Idempotent. Without a plan it is the monthly one. */
export const createSubscription = (email: string, name: string, plan: PlanName) =>
  postJson('/api/create-subscription', {
    email,
    ...(name ? { name } : {}),
    ...(plan === 'monthly' ? {} : { plan }),
  });
