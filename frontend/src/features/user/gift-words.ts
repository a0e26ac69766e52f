/** Premium by gifts of somebody else, in the profile. */
import { named } from '@/lib/language';

export const giftTerms = named('user/giftTerms', {
  before: 'Premium as a gift, until ',
  after: '. It ends on its own, and nothing is charged for it.',
  waits: (days: string) =>
    `You were given ${days} days of Premium. They wait, and begin when your subscription ends.`,
});
