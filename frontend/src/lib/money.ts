import { locale } from './language';

/** An amount at Stripe in words: its smallest unit is a hundredth in most currencies, and the whole in some. */
export function amountInWords(amount: number, currency: string | null): string {
  const format = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: currency ?? 'usd',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
