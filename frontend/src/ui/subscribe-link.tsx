import type { ReactNode } from 'react';
import { page } from '@/lib/page';

interface SubscribeLinkProps {
  children: ReactNode;
  className?: string;
}

/** A link to the payment document. Unsent text is carried over and restored afterwards. */
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
