import { useWords } from '@/lib/language';
import { forgetQuietHelp, type Reason } from '@/lib/quiet-help';
import { Icon } from '@/ui/icon';
import { IconButton } from '@/ui/icon-button';
import { Link } from '@/ui/link';
import { help } from './words';

/** A line with ways to people. It stays in sight until it is hidden: somebody may be watching. */
export default function QuietHelpLine({ reason }: { reason: Reason }) {
  const { quiet } = useWords(help);
  const friend = `sms:?&body=${encodeURIComponent(quiet.toFriend)}`;
  const link =
    'inline-flex min-h-11 items-center font-semibold text-water underline underline-offset-4';
  return (
    <aside
      aria-label={quiet.label}
      className="no-print sticky max-rail:[@media(height<30rem)]:static bottom-[calc(var(--spacing)*17+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-x-5 border-t border-line bg-sunk px-6 pt-0.5 pb-6 text-label text-body rail:bottom-0 rail:px-10 rail:pr-16 rail:pb-0.5"
    >
      <p role="status" className="flex min-h-11 items-center gap-2.5 pr-12 rail:pr-0">
        <Icon name="help" className="size-5 text-help" />
        {quiet[reason]}
      </p>
      <Link to="/instant-support" className={link}>
        {quiet.numbers}
      </Link>
      {reason === 'danger' && (
        <>
          <Link to="/resources" className={link}>
            {quiet.encouragement}
          </Link>
          <a href={friend} className={link}>
            {quiet.friend}
          </a>
        </>
      )}
      <span className="absolute top-0.5 right-3">
        <IconButton
          icon="close"
          label={quiet.hide}
          onClick={forgetQuietHelp}
          className="text-muted hover:text-ink"
        />
      </span>
    </aside>
  );
}
