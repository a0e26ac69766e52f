import { useEffect } from 'react';
import { useLanguage, useWords } from '@/lib/language';
import { leaveOnEscape, leaveQuickly } from '@/lib/leave-quickly';
import { Icon } from './icon';
import { parts } from './words';

interface LeaveProps {
  className?: string | undefined;
}

/** The quick exit for a user who may be watched. Pressing Escape three times does the same. */
export function LeaveQuickly({ className }: LeaveProps) {
  useEffect(leaveOnEscape, []);
  const words = useWords(parts);
  return <Leave title={words.orEscape} className={className} />;
}

/** The quick exit inside a dialog, where Escape closes the dialog. */
export const LeaveQuicklyFromDialog = ({ className }: LeaveProps) => (
  <Leave className={className} />
);

function Leave({ title, className = '' }: LeaveProps & { title?: string }) {
  const words = useWords(parts);
  return (
    <button
      type="button"
      data-leave-quickly
      lang={useLanguage()}
      onClick={leaveQuickly}
      title={title}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-4.5 font-semibold text-ink hover:bg-sunk ${className}`}
    >
      <Icon name="leave" className="size-5" />
      {words.leaveQuickly}
    </button>
  );
}
