import { hasUnsentText } from '@/lib/drafts';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { elsewhere } from './elsewhere-words';

/** Says why the session has ended, and that nothing written is lost: the only notice, above everything else. */
export default function SignedInElsewhere({ className }: { className: string }) {
  const { loggedOut, signIn } = useWords(elsewhere);
  return (
    <Notice className={className}>
      <strong className="block text-ink">{loggedOut.title}</strong>
      {loggedOut.text} {hasUnsentText() && signIn.kept}
    </Notice>
  );
}
