import { hasUnsentText } from '@/lib/drafts';
import { useSignInAsked } from '@/lib/guest';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { elsewhere } from './words';

/** Tells a visitor on the landing page why they need to sign in. The sign-in links are below. */
export function SignInAsked({ className }: { className: string }) {
  const asked = useSignInAsked();
  const { asked: title, askedText, kept } = useWords(elsewhere).signIn;
  if (!asked) return null;
  return (
    <Notice className={className}>
      <strong className="block text-ink">{title}</strong>
      {askedText} {hasUnsentText() && kept}
    </Notice>
  );
}
