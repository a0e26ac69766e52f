import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { UsageBadge } from '@/features/guidance/usage-badge';
import type AccountMenuHere from '@/features/user/account-menu';
import { useWords } from '@/lib/language';
import { chooseTheme, useTheme } from '@/lib/theme';
import { IconButton } from '@/ui/icon-button';
import { Link } from '@/ui/link';
import { SignInLink } from '@/ui/sign-in-link';
import { Wordmark } from '@/ui/wordmark';
import type { Visitor } from './visitor';
import { shell } from './words';

// Loaded for signed-in users only, which keeps it out of a visitor's first load.
const AccountMenu = lazy<typeof AccountMenuHere>(() =>
  import('@/features/user/account-menu').catch(() => ({ default: Place })),
);

/**
 * The product's name, today's usage, the theme switch and the account menu. On narrow screens it overlays the scene.
 */
export function TopBar({ visitor }: { visitor: Visitor }) {
  return (
    <header className="top-bar flex min-h-18 flex-wrap items-center gap-1 px-4 text-ink xs:gap-2 xs:px-6 max-rail:with-scene:on-scene max-rail:with-scene:absolute max-rail:with-scene:inset-x-0 max-rail:with-scene:top-0 max-rail:with-scene:z-10 max-rail:with-scene:text-white">
      <Link
        to="/"
        className="-ml-1 inline-flex min-h-11 items-center rounded-full px-1 text-current no-underline rail:hidden"
      >
        <Wordmark />
      </Link>
      <span className="flex-1" />
      {(visitor.kind === 'guest' || visitor.kind === 'user') && (
        <UsageBadge isPremium={visitor.user?.isPremium ?? false} signedIn={visitor.user !== null} />
      )}
      <ThemeSwitch />
      <Account visitor={visitor} />
    </header>
  );
}

function ThemeSwitch() {
  const dark = useTheme() === 'dark';
  const words = useWords(shell);
  return (
    // On phones the switch is in the footer, which has room for its label.
    <span className="hidden sm:inline-flex">
      <IconButton
        icon={dark ? 'sun' : 'moon'}
        label={dark ? words.light : words.dark}
        side="bottom"
        onClick={() => chooseTheme(dark ? 'light' : 'dark')}
        className="hover:bg-current/12"
      />
    </span>
  );
}

function Account({ visitor }: { visitor: Visitor }) {
  const { pathname } = useLocation();
  const words = useWords(shell);
  if (visitor.kind === 'user') {
    return (
      <Suspense fallback={<Place />}>
        <AccountMenu user={visitor.user} />
      </Suspense>
    );
  }
  if (visitor.kind === 'returning' || visitor.kind === 'unknown') return <Place />;
  return (
    <SignInLink
      returnTo={pathname}
      className="-mr-2 inline-flex min-h-11 items-center rounded-full px-2 font-semibold whitespace-nowrap text-current no-underline hover:underline"
    >
      {words.logIn}
    </SignInLink>
  );
}

/** Reserves the avatar's space to prevent layout shift. */
const Place = () => <span className="size-[2.6rem] rounded-full bg-current/12" />;
