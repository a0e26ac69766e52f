/** Text of shared components that load with their screens, not with the first load. */
import { named } from '@/lib/language';

export const failures = named('ui/failures', {
  loading: 'Loading…',
  tryAgain: 'Try again',
  ours: 'Something went wrong on our side. Nothing of yours is lost. Please try again.',
  unreachable: 'The server could not be reached. Please try again in a moment.',
  offline: 'You are offline. Please try again when you are connected.',
});

export const premium = named('ui/premium', {
  upgrade: 'Upgrade to Premium',
  terms:
    '$20 per month. Renews every month until you cancel, which you can do at any time in your profile.',
});
