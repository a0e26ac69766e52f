import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '@/lib/language';
import { Icon, type IconName } from '@/ui/icon';
import { Wordmark } from '@/ui/wordmark';
import { LanguageSwitch } from './language-switch';
import { shell } from './words';

/** A link to a screen: the router's, or a plain one in the payment document, which has no router. */
type Anchor = ComponentType<{
  to: string;
  className: string;
  'aria-current'?: 'page' | undefined;
  children: ReactNode;
}>;

interface NavigationProps {
  /** The current path. */
  here: string;
  isSignedIn: boolean;
  anchor: Anchor;
  /** Opens the offer over this screen; without it the entry leads to the payment document. */
  onUpgrade?: () => void;
  /** What stands in place of the offer for somebody who has Premium. */
  premium?: ReactNode;
}

/** The same entries on every screen: a bottom bar on phones, a side rail on wide screens. */
export function Navigation({
  here,
  isSignedIn,
  anchor: Anchor,
  onUpgrade,
  premium,
}: NavigationProps) {
  const words = useWords(shell);
  const bar = useStepAside();
  const place = (to: string, icon: IconName, name: string) => (
    <Anchor to={to} aria-current={here === to ? 'page' : undefined} className={entryClass}>
      <Icon name={icon} className="size-6" />
      {name}
    </Anchor>
  );
  const legal = (to: string, name: string) => (
    <Anchor
      to={to}
      className="inline-flex min-h-11 min-w-11 items-center no-underline hover:underline"
    >
      {name}
    </Anchor>
  );
  return (
    <nav
      ref={bar}
      aria-label={words.main}
      className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] transition-transform duration-200 low:data-aside:not-focus-within:translate-y-full max-rail:order-last max-rail:[@media(height<20rem)]:static rail:bottom-auto rail:top-0 rail:flex rail:h-dvh rail:translate-none! rail:flex-col rail:border-t-0 rail:border-r rail:overflow-y-auto rail:px-4 rail:py-7"
    >
      <Anchor
        to="/"
        className="-mt-2.5 mb-5.5 ml-3.5 hidden min-h-11 items-center rounded-full text-ink no-underline rail:inline-flex"
      >
        <Wordmark />
      </Anchor>
      <ul
        className={`mx-auto grid max-w-120 items-end rail:mx-0 rail:flex rail:w-full rail:flex-1 rail:flex-col rail:items-stretch rail:gap-1.5 ${isSignedIn ? 'grid-cols-[repeat(auto-fit,minmax(4.1rem,1fr))] max-[22rem]:grid-cols-[repeat(auto-fit,minmax(3.7rem,1fr))]' : 'grid-cols-[repeat(auto-fit,minmax(4.4rem,1fr))]'}`}
      >
        <li>{place('/', 'home', words.home)}</li>
        <li>{place('/guidelines', 'book', words.guidelines)}</li>
        {/* In sight also where the rail has no room for all. */}
        <li className="rail:sticky rail:bottom-0 rail:order-last rail:mt-auto">
          {/* Uses the help colour, which is reserved for help. */}
          <Anchor to="/instant-support" className={helpClass}>
            {/* Flat in the bar: a raised one would cover the text behind it. */}
            <span className="mb-0.5 grid size-9 place-items-center rounded-full bg-help text-on-help group-hover:brightness-110 rail:m-0 rail:size-auto rail:bg-transparent">
              <Icon name="help" className="size-6 rail:size-5.5" />
            </span>
            {words.helpNow}
          </Anchor>
        </li>
        {isSignedIn && <li data-signed-in>{place('/mine', 'keep', words.mine)}</li>}
        <li>
          {premium ? (
            premium
          ) : onUpgrade ? (
            <button type="button" onClick={onUpgrade} className={entryClass}>
              <Icon name="rise" className="size-6" />
              {words.upgrade}
            </button>
          ) : (
            place('/subscribe', 'rise', words.upgrade)
          )}
        </li>
      </ul>
      <p className="mt-2.5 -mb-2.5 hidden gap-4 px-3.5 text-small text-muted rail:flex">
        {legal('/privacy', words.privacy)}
        {legal('/terms', words.terms)}
        <LanguageSwitch className="min-h-11" />
      </p>
    </nav>
  );
}

/** The look of an entry. */
export const entryClass =
  'flex min-h-17 w-full flex-col items-center justify-center gap-0.5 px-1 max-[22rem]:px-0 text-small max-[22rem]:text-[.78rem] text-muted no-underline hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink rail:min-h-13 rail:flex-row rail:justify-start rail:gap-4 rail:rounded-field rail:px-4.5 rail:text-base rail:hover:bg-sunk rail:aria-[current=page]:bg-sunk';

const helpClass =
  'group flex min-h-17 flex-col items-center justify-center text-center text-small max-[22rem]:text-[.78rem] font-semibold text-help no-underline rail:min-h-14 rail:flex-row rail:gap-2.5 rail:rounded-full rail:bg-help rail:text-base rail:text-on-help rail:hover:brightness-110';

/** On a low screen the bar steps aside while its reader scrolls down, and comes back when they scroll up. */
function useStepAside() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let before = window.scrollY;
    const follow = () => {
      const now = window.scrollY;
      // A finger trembles, and browsers bounce at the top.
      if (Math.abs(now - before) < 8 && now > 0) return;
      const isLow = window.innerHeight < LOW_SCREEN;
      bar.current?.toggleAttribute('data-aside', isLow && now > before && now > 0);
      before = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return bar;
}

/** In CSS pixels: a phone on its side, or a small one at 200 % zoom. */
const LOW_SCREEN = 500;
