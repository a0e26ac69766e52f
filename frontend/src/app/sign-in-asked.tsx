import { hasUnsentText } from '@/lib/drafts';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { elsewhere } from './elsewhere-words';

/** Tells a visitor on the landing page why they need to sign in. The sign-in links are below. */
export default function SignInAsked({ className }: { className: string }) {
  const { asked: title, askedText, kept } = useWords(elsewhere).signIn;
  return (
    <Notice className={className}>
      <strong className="block text-ink">{title}</strong>
      {askedText} {hasUnsentText() && kept}
    </Notice>
  );
}
