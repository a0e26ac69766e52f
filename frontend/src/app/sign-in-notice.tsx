import { hasUnsentText } from '@/lib/drafts';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { elsewhere } from './elsewhere-words';

interface SignInNoticeProps {
  /** Whether the session has ended because of another device, or a screen needs an account. */
  why: 'elsewhere' | 'asked';
  className: string;
}

/** Says why somebody must sign in, and that nothing written is lost: the only notice, above everything else. */
export default function SignInNotice({ why, className }: SignInNoticeProps) {
  const { loggedOut, signIn } = useWords(elsewhere);
  const [title, text] =
    why === 'elsewhere' ? [loggedOut.title, loggedOut.text] : [signIn.asked, signIn.askedText];
  return (
    <Notice className={className}>
      <strong className="block text-ink">{title}</strong>
      {text} {hasUnsentText() && signIn.kept}
    </Notice>
  );
}
