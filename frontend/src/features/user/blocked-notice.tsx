import { Notice } from '@/ui/notice';
import { SupportLink } from './support-link';

/** Says plainly what a blocked account can't do, what it still can, and whom to write to. */
export default function BlockedNotice({ className = '' }: { className?: string }) {
  return (
    <Notice icon="lock" className={className}>
      <strong className="block text-ink">Your account is blocked</strong>
      You cannot ask for guidance or share stories with it. Help now stays open to you, and you can
      download your data, see your billing and delete your account. If you think this is a mistake,
      write to <SupportLink />.
    </Notice>
  );
}
