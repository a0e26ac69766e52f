import { useWords } from '@/lib/language';
import { chooseTheme, useTheme } from '@/lib/theme';
import { Link } from '@/ui/link';
import { LanguageSwitch } from './language-switch';
import { shell } from './words';

const links = [
  ['/resources', 'resources'],
  ['/guidelines', 'guidelines'],
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
] as const;

const itemClass =
  'inline-flex min-h-11 min-w-11 items-center text-muted no-underline hover:underline';

/**
 * Footer links, and the theme switch where no top bar has it. Beside a scene on wide screens the navigation rail
 * replaces it.
 */
export function Footer() {
  const dark = useTheme() === 'dark';
  const words = useWords(shell);
  return (
    <footer className="no-print flex flex-wrap items-center justify-center gap-x-7 gap-y-1 px-6 py-6 text-label rail:with-scene:hidden">
      {links.map(([to, name]) => (
        <Link key={to} to={to} className={itemClass}>
          {words[name]}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => chooseTheme(dark ? 'light' : 'dark')}
        className={`${itemClass} sm:in-[.shell]:hidden`}
      >
        {dark ? words.light : words.dark}
      </button>
      <LanguageSwitch className="min-h-11" />
    </footer>
  );
}
