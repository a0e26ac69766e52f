import { useWords } from '@/lib/language';
import { account } from './account-words';

/**
 * The way to the provider's page where a late payment is paid, also with another card, and confirmed for the bank. The
 * server redirects there: the page has a new address for each invoice.
 */
export function PayLink({ className }: { className: string }) {
  const words = useWords(account);
  return (
    <a href="/api/subscription/pay" className={className}>
      {words.payNow}
    </a>
  );
}
