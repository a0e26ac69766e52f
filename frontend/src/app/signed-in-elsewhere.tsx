import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '@/lib/toasts';
import { Notice } from '@/ui/notice';

const TITLE = 'Logged out from another device';
const TEXT = 'You have been logged in from another device. Please log in again.';

/** Says why somebody finds themselves signed out. The toast goes; the words stay until they move on. */
export function SignedInElsewhere({ className }: { className: string }) {
  const [params, setParams] = useSearchParams();
  const [said, setSaid] = useState(false);
  const here = params.get('logged_out') === 'elsewhere';

  useEffect(() => {
    if (!here) return;
    showToast({ title: TITLE, description: TEXT, tone: 'destructive' });
    setSaid(true);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('logged_out');
        return next;
      },
      { replace: true },
    );
  }, [here, setParams]);

  if (!said) return null;
  return (
    <Notice className={className}>
      <strong className="block text-ink">{TITLE}</strong>
      {TEXT}
    </Notice>
  );
}
