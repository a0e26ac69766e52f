import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage, useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Notice } from '@/ui/notice';
import { elsewhere } from './words';

/** Says why somebody finds themselves signed out. The toast goes; the words stay until they move on. */
export function SignedInElsewhere({ className }: { className: string }) {
  const [params, setParams] = useSearchParams();
  const [said, setSaid] = useState(false);
  const { title, text } = useWords(elsewhere).loggedOut;
  const lang = useLanguage();
  const here = params.get('logged_out') === 'elsewhere';

  useEffect(() => {
    if (!here) return;
    showToast({ title, description: text, tone: 'destructive', lang });
    setSaid(true);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('logged_out');
        return next;
      },
      { replace: true },
    );
  }, [here, setParams, title, text, lang]);

  if (!said) return null;
  return (
    <Notice className={className}>
      <strong className="block text-ink">{title}</strong>
      {text}
    </Notice>
  );
}
