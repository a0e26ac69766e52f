/** Text of the yearly plan, and of the choice between months and a year. */
import { named } from '@/lib/language';

export const plans = named('payment/plans', {
  legend: 'How often you pay',
  monthly: 'Monthly',
  yearly: 'Yearly',
  perMonth: '$20 a month',
  perYear: (price: string) => `${price} a year`,
  saves: (amount: string) => `Saves ${amount} a year`,
  /** After the large price of a year. */
  afterPrice: ' per year',
  terms: (price: string) =>
    `${price} today, then ${price} every year until you cancel. You can cancel at any time in your profile, with two clicks; Premium then lasts until the end of the year you paid for.`,
  pay: (price: string) => `Subscribe Now - ${price}/year`,
});
