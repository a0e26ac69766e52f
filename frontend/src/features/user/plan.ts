import type { User } from '@/lib/api/types';

/** Statuses of a subscription that gives Premium or will again, so that nobody pays twice. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export const isSubscribed = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus !== null && LIVE.includes(subscriptionStatus);

/** Whether somebody has Premium or pays for it. They are shown no price. */
export const ownsPremium = (user: Pick<User, 'isPremium' | 'subscriptionStatus'> | null) =>
  user !== null && (user.isPremium || isSubscribed(user));

/** Whether the last payment failed. Premium continues for the grace period, and returns with a working card. */
export const isPastDue = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus === 'past_due' || subscriptionStatus === 'unpaid';

/** Whether billing is paused: Premium lasts until the paid month ends, and nothing is charged. */
export const isPaused = ({ subscriptionStatus }: Pick<User, 'subscriptionStatus'>) =>
  subscriptionStatus === 'paused';
