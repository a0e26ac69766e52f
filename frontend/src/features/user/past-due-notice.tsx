import { useWords } from '@/lib/language';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { account } from './account-words';
import { PayLink } from './pay-link';

interface PastDueNoticeProps {
  /** Whether Premium is still active. */
  isPremium: boolean;
  className?: string;
}

/** A notice of a failed payment, with a link to fix it. */
export default function PastDueNotice({ isPremium, className = '' }: PastDueNoticeProps) {
  const words = useWords(account);
  return (
    <Notice className={className}>
      <strong className="block text-ink">{words.pastDue}</strong>
      {isPremium ? words.pastDueText : words.paused}{' '}
      <PayLink className="mr-4 font-semibold text-water underline underline-offset-4" />
      <Link to="/profile" className="font-semibold text-water underline underline-offset-4">
        {words.renewCard}
      </Link>
    </Notice>
  );
}
