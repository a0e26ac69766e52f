import { useDialogs } from '@/lib/dialogs';
import { useWords } from '@/lib/language';
import { useToday } from './usage';
import { home } from './words';

interface UsageBadgeProps {
  isPremium: boolean;
  /** Only signed-in users get the upgrade link here. */
  signedIn: boolean;
}

/** `Premium`, or how much of today's guidance is used. */
export function UsageBadge({ isPremium, signedIn }: UsageBadgeProps) {
  const today = useToday(isPremium);
  const dialogs = useDialogs();
  const words = useWords(home);
  const className =
    'inline-flex items-center rounded-full border border-current/35 px-2.5 py-1 xs:px-3.5 text-small font-semibold whitespace-nowrap';

  if (today.unlimited) return <span className={className}>{words.premium}</span>;
  const text = words.today(today.count, today.limit);
  if (!signedIn) return <span className={className}>{text}</span>;
  return (
    <button
      type="button"
      aria-label={`${text}, ${words.upgrade}`}
      className={`${className} min-h-11`}
      onClick={() => dialogs.showUpgrade(today.resetsAt)}
    >
      {text}
    </button>
  );
}
