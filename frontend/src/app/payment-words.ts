/** Text shown when the payment document cannot be loaded. */
import { named } from '@/lib/language';

export const paymentOffline = named('app/paymentOffline', {
  title: 'You are offline',
  text: 'You need an internet connection to pay. Nothing was charged, and nothing has changed.',
  again: 'Try again',
});
