import type { ReactNode } from 'react';
import { chooseTheme, useTheme } from '@/lib/theme';
import { IconButton } from '@/ui/icon-button';
import { Wordmark } from '@/ui/wordmark';
import { around } from './staff-words';

interface FrameProps {
  children: ReactNode;
  /** At the end of the top bar. */
  actions?: ReactNode;
}

/** The layout of the staff pages: product name and theme switch. */
export function Frame({ children, actions }: FrameProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[88rem] flex-col px-4 sm:px-6">
      <a
        href="#main"
        className="absolute top-3 left-3 z-30 rounded-full bg-ink px-5 py-3 text-on-ink not-focus:sr-only"
      >
        {around.skip}
      </a>
      <header className="flex min-h-18 flex-wrap items-center gap-x-2 text-ink">
        {/* A full-page link: the app's own screens load their own styles. */}
        <a
          href="/"
          className="-ml-1 inline-flex min-h-11 items-center rounded-full px-1 text-current no-underline"
        >
          <Wordmark />
        </a>
        <span className="hidden rounded-full border border-line px-2.5 py-0.5 text-small text-muted sm:inline">
          {around.staff}
        </span>
        <span className="flex-1" />
        {actions}
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col pb-10 outline-none">
        {children}
      </main>
    </div>
  );
}

function ThemeSwitch() {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? around.light : around.dark}
      side="bottom"
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
      className="hover:bg-current/12"
    />
  );
}
