import { Link } from 'react-router';
import { chooseTheme, useTheme } from '@/lib/theme';

const links = [
  ['/resources', 'Spiritual Resources'],
  ['/guidelines', 'Guidelines'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
] as const;

const itemClass = 'inline-flex min-h-11 items-center text-muted no-underline hover:underline';

/** The quiet links below. Beside a picture on wide screens the rail has what matters of them. */
export function Footer() {
  const dark = useTheme() === 'dark';
  return (
    <footer className="no-print flex flex-wrap items-center justify-center gap-x-7 gap-y-1 px-6 py-6 text-label rail:with-scene:hidden">
      {links.map(([to, name]) => (
        <Link key={to} to={to} className={itemClass}>
          {name}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => chooseTheme(dark ? 'light' : 'dark')}
        className={`${itemClass} sm:hidden`}
      >
        {dark ? 'Light colours' : 'Dark colours'}
      </button>
    </footer>
  );
}
