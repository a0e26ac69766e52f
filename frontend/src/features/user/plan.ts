import type { User } from '@/lib/api/types';

/** What the payment provider calls a subscription that gives access, for which nobody may be asked to pay again. */
const LIVE = ['active', 'trialing', 'past_due'];

export const isSubscribed = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus !== null && LIVE.includes(subscriptionStatus);
