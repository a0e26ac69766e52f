import type { ReactNode } from 'react';
import { page } from '@/lib/page';

interface SubscribeLinkProps {
  children: ReactNode;
  className?: string;
}

/** A link to the page where people pay: a document of its own. Unsent text goes along and is there again afterwards. */
export function SubscribeLink({ children, className }: SubscribeLinkProps) {
  return (
    <a
      href="/subscribe"
      className={className}
      onClick={(event) => {
        event.preventDefault();
        page.go('/subscribe');
      }}
    >
      {children}
    </a>
  );
}
