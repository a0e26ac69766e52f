import { buttonClass } from '@/ui/button';
import { Page } from '@/ui/page';

/** Paying has a document of its own. Whoever meets this one instead has no network. */
export function PaymentOfflineScreen() {
  return (
    <Page
      title="You are offline"
      intro="Paying needs a network. Nothing was charged and nothing was changed."
    >
      <a href="/subscribe" className={buttonClass()}>
        Try again
      </a>
    </Page>
  );
}
