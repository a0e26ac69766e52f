import { useWords } from '@/lib/language';
import { amountInWords } from '@/lib/money';
import { Notice } from '@/ui/notice';
import { twice } from './payment-words';
import type { Subscription } from './queries';

/** Tells the browser that paid a second time what became of that. */
export function PaidTwice({ found }: { found: NonNullable<Subscription['paidTwice']> }) {
  const words = useWords(twice);
  return (
    <Notice className="mb-5">
      <strong className="block text-ink">{words.title}</strong>
      {found.amount > 0 ? words.refunded(amountInWords(found.amount, found.currency)) : words.other}
    </Notice>
  );
}
