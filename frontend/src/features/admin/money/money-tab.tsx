import { NotFor } from '../frame/role';
import { roles } from '../frame/role-words';
import { around } from '../frame/staff-words';
import { Duplicates } from './duplicates';
import { FindSubscription } from './find-subscription';
import { Gifts } from './gifts';
import { PaymentIssues } from './payment-issues';

/** Money: what needs attention, and the search for a subscription. */
export function MoneyTab() {
  return (
    <>
      <h2 className="sr-only">{around.tabs.money}</h2>
      <NotFor least="owner">{roles.money}</NotFor>
      <div className="grid gap-9">
        <PaymentIssues />
        <Duplicates />
        <FindSubscription />
        <Gifts />
      </div>
    </>
  );
}
