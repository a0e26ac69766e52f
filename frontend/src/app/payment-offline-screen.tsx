import { useWords } from '@/lib/language';
import { buttonClass } from '@/ui/button';
import { Page } from '@/ui/page';
import { paymentOffline } from './payment-words';

/** Paying has a document of its own. Whoever meets this one instead has no network. */
export function PaymentOfflineScreen() {
  const words = useWords(paymentOffline);
  return (
    <Page title={words.title} intro={words.text}>
      <a href="/subscribe" className={buttonClass()}>
        {words.again}
      </a>
    </Page>
  );
}
