import type { User } from '@/lib/api/types';

/** Subscription statuses of the provider that grant access, so that nobody pays twice. */
const LIVE = ['active', 'trialing', 'past_due'];

export const isSubscribed = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus !== null && LIVE.includes(subscriptionStatus);

/** Whether the last payment failed. Premium continues for the grace period, and returns with a working card. */
export const isPastDue = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus === 'past_due';
