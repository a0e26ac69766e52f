import { useQuery } from '@tanstack/react-query';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { amountInWords } from '@/lib/money';
import { Notice } from '@/ui/notice';
import { subscriptionQuery } from './queries';
import { SupportLink } from './support-link';
import { paidTwice } from './words';

/** Tells somebody who paid twice what became of the second subscription. */
export function PaidTwiceNotice() {
  const words = useWords(paidTwice);
  const { data } = useQuery(subscriptionQuery);
  const found = data?.paidTwice;
  if (!found) return null;
  return (
    <Notice className="mt-5">
      <strong className="block text-ink">{words.title}</strong>
      {found.state === 'not_renewed' ? (
        <>
          {found.endsAt ? words.notRenewed(dateInWords(found.endsAt)) : words.notRenewedSoon}{' '}
          <SupportLink />
        </>
      ) : found.state === 'refunded' ? (
        words.refunded(found.amount > 0 ? amountInWords(found.amount, found.currency) : null)
      ) : (
        words.ending
      )}
    </Notice>
  );
}
