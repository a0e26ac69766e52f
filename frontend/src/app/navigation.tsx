import { useLocation } from 'react-router';
import type { User } from '@/lib/api/types';
import { useDialogs } from '@/lib/dialogs';
import { useWords } from '@/lib/language';
import { Icon, type IconName } from '@/ui/icon';
import { Link } from '@/ui/link';
import { Wordmark } from '@/ui/wordmark';
import { LanguageSwitch } from './language-switch';
import { PremiumEntry } from './premium-entry';
import { shell } from './words';

/**
 * The same four entries on every screen: a bottom bar on phones, a side rail on wide screens. `owner` is a user with Premium.
 */
export function Navigation({ owner }: { owner: User | null }) {
  const words = useWords(shell);
  return (
    <nav
      aria-label={words.main}
      className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] max-rail:order-last max-rail:[@media(height<20rem)]:static rail:bottom-auto rail:top-0 rail:flex rail:h-dvh rail:flex-col rail:border-t-0 rail:border-r rail:px-4 rail:py-7 rail:pb-7"
    >
      <Link
        to="/"
        className="-mt-2.5 mb-5.5 ml-3.5 hidden min-h-11 items-center rounded-full text-ink no-underline rail:inline-flex"
      >
        <Wordmark />
      </Link>
      <ul className="mx-auto grid max-w-120 grid-cols-[repeat(auto-fit,minmax(4.4rem,1fr))] items-end rail:mx-0 rail:flex rail:w-full rail:flex-1 rail:flex-col rail:items-stretch rail:gap-1.5">
        <Place to="/" icon="home">
          {words.home}
        </Place>
        <Place to="/guidelines" icon="book">
          {words.guidelines}
        </Place>
        <HelpNow />
        {owner ? <PremiumEntry owner={owner} className={itemClass} /> : <Upgrade />}
      </ul>
      <p className="mt-2.5 -mb-2.5 hidden gap-4 px-3.5 text-small text-muted rail:flex">
        <Link
          to="/privacy"
          className="inline-flex min-h-11 min-w-11 items-center no-underline hover:underline"
        >
          {words.privacy}
        </Link>
        <Link
          to="/terms"
          className="inline-flex min-h-11 min-w-11 items-center no-underline hover:underline"
        >
          {words.terms}
        </Link>
        <LanguageSwitch className="min-h-11" />
      </p>
    </nav>
  );
}

const itemClass =
  'flex min-h-17 w-full flex-col items-center justify-center gap-0.5 px-1 text-small text-muted no-underline hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink rail:min-h-13 rail:flex-row rail:justify-start rail:gap-4 rail:rounded-field rail:px-4.5 rail:text-base rail:hover:bg-sunk rail:aria-[current=page]:bg-sunk';

function Place({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  const here = useLocation().pathname === to;
  return (
    <li>
      <Link to={to} aria-current={here ? 'page' : undefined} className={itemClass}>
        <Icon name={icon} className="size-6" />
        {children}
      </Link>
    </li>
  );
}

function Upgrade() {
  const dialogs = useDialogs();
  const words = useWords(shell);
  return (
    <li>
      <button type="button" onClick={() => dialogs.showUpgrade()} className={itemClass}>
        <Icon name="rise" className="size-6" />
        {words.upgrade}
      </button>
    </li>
  );
}

/** Uses the help colour, which is reserved for help. */
function HelpNow() {
  const words = useWords(shell);
  return (
    <li className="rail:order-last rail:mt-auto">
      <Link
        to="/instant-support"
        className="group flex min-h-17 flex-col items-center justify-center text-small font-semibold text-help no-underline rail:min-h-14 rail:flex-row rail:justify-center rail:gap-2.5 rail:rounded-full rail:bg-help rail:pb-0 rail:text-base rail:text-on-help rail:hover:brightness-110"
      >
        {/* Flat in the bar: a raised one would cover the text behind it. */}
        <span className="mb-0.5 grid size-9 place-items-center rounded-full bg-help text-on-help group-hover:brightness-110 rail:m-0 rail:size-auto rail:bg-transparent">
          <Icon name="help" className="size-6 rail:size-5.5" />
        </span>
        {words.helpNow}
      </Link>
    </li>
  );
}
