import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Farewell } from '@/features/user/use-farewell';
import { useLanguage, useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Notice } from '@/ui/notice';
import { elsewhere } from './words';

/**
 * Explains that the session ended elsewhere, and cleans the URL. The toast disappears; the text stays until the next
 * navigation.
 */
export function useSignedInElsewhere(): void {
  const [params, setParams] = useSearchParams();
  const { title, text } = useWords(elsewhere).loggedOut;
  const lang = useLanguage();
  const here = params.get('logged_out') === 'elsewhere';

  useEffect(() => {
    if (!here) return;
    showToast({ title, description: text, tone: 'destructive', lang });
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('logged_out');
        return next;
      },
      { replace: true, state: { endedElsewhere: true } satisfies Farewell },
    );
  }, [here, setParams, title, text, lang]);
}

/** Renders the notice in any layout. */
export function SignedInElsewhere({ className }: { className: string }) {
  const { title, text } = useWords(elsewhere).loggedOut;
  return (
    <Notice className={className}>
      <strong className="block text-ink">{title}</strong>
      {text}
    </Notice>
  );
}
