import { useWords } from '@/lib/language';
import { buttonClass } from '@/ui/button';
import { Page } from '@/ui/page';
import { paymentOffline } from './payment-words';

/** Shown at the payment URL when offline: payment has its own document, which needs the network. */
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
