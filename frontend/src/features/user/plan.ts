import type { User } from '@/lib/api/types';

/** What the payment provider calls a subscription that gives access, for which nobody may be asked to pay again. */
const LIVE = ['active', 'trialing', 'past_due'];

export const isSubscribed = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus !== null && LIVE.includes(subscriptionStatus);

/** Whether the last payment did not go through. Premium stays for its days of grace, and comes back with a card that works. */
export const isPastDue = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus === 'past_due';
