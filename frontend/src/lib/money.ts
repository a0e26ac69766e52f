import { currentLanguage, locale } from './language';

/** An amount at Stripe in words: its smallest unit is a hundredth in most currencies, and the whole in some. */
export function amountInWords(amount: number, currency: string | null): string {
  const format = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: currency ?? 'usd',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A price in dollars: whole ones without cents, as $200. Where Spanish is spoken there are other dollars and pesos. */
export function priceInWords(cents: number): string {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'usd',
    minimumFractionDigits,
  });
  return `${currentLanguage() === 'es' ? 'US' : ''}${format.format(cents / 100)}`;
}
