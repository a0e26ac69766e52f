import type { ContactLink } from '@/lib/contact-links';
import { Icon } from '@/ui/icon';

interface HelplineLinksProps {
  links: readonly ContactLink[];
  name: string;
  /** `filled` for the first helpline. */
  variant?: 'filled' | 'outlined';
}

/** Large call and text links. */
export function HelplineLinks({ links, name, variant = 'filled' }: HelplineLinksProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {links.map(({ kind, label, href }, index) => (
        <a
          key={href}
          href={href}
          aria-label={`${label}, ${name}`}
          className={`inline-flex min-h-14 flex-auto items-center justify-center gap-2 rounded-full px-3 py-1 text-center leading-tight font-semibold no-underline ${variant === 'filled' && index === 0 ? 'bg-help text-on-help hover:brightness-110' : 'border-2 border-help text-help hover:bg-sunk'}`}
        >
          <Icon name={kind === 'call' ? 'phone' : 'message'} className="size-5" />
          {label}
        </a>
      ))}
    </div>
  );
}
