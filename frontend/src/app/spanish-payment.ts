/** The Spanish catalogues of the payment document. They add themselves. */
import { givingInSpanish } from '@/features/subscription/gift-words.es';
import {
  aboutYouInSpanish,
  afterwardsInSpanish,
  offeredInSpanish,
  offerInSpanish,
  paymentInSpanish,
  twiceInSpanish,
  waitingInSpanish,
} from '@/features/subscription/payment-words.es';
import { plansInSpanish } from '@/features/subscription/plan-words.es';
import { learn } from '@/lib/language';

learn('es', {
  'payment/offer': offerInSpanish,
  'payment/waiting': waitingInSpanish,
  'payment/twice': twiceInSpanish,
  'payment/offered': offeredInSpanish,
  'payment/aboutYou': aboutYouInSpanish,
  'payment/payment': paymentInSpanish,
  'payment/plans': plansInSpanish,
  'payment/giving': givingInSpanish,
  'payment/afterwards': afterwardsInSpanish,
});
