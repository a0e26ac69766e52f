import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { account } from './account-words';
import { SupportLink } from './support-link';

/** What a blocked account can and cannot do, and the support address. */
export default function BlockedNotice({ className = '' }: { className?: string }) {
  const words = useWords(account);
  return (
    <Notice icon="lock" className={className}>
      <strong className="block text-ink">{words.blocked}</strong>
      {words.blockedText} <SupportLink />.
    </Notice>
  );
}
