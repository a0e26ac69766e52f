import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { account } from './account-words';

/** After a logout that the server never answered: the person must know that they may still be signed in. */
export default function SignOutFailed() {
  const words = useWords(account);
  return (
    <Notice tone="danger" className="m-3 rail:col-span-full">
      <strong className="block">{words.signOutFailed}</strong>
      {words.signOutFailedText}
    </Notice>
  );
}
