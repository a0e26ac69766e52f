import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { account } from './account-words';
import { SupportLink } from './support-link';

/** Says plainly what a blocked account can't do, what it still can, and whom to write to. */
export default function BlockedNotice({ className = '' }: { className?: string }) {
  const words = useWords(account);
  return (
    <Notice icon="lock" className={className}>
      <strong className="block text-ink">{words.blocked}</strong>
      {words.blockedText} <SupportLink />.
    </Notice>
  );
}
