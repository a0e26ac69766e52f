import type { ReactNode } from 'react';
import { page, signInUrl } from '@/lib/page';

interface SignInLinkProps {
  children: ReactNode;
  returnTo?: string;
  className?: string;
}

/** A link to the server's sign-in page. Unsent text is carried over and restored afterwards. */
export function SignInLink({ children, returnTo = '/', className }: SignInLinkProps) {
  const url = signInUrl(returnTo);
  return (
    <a
      href={url}
      className={className}
      onClick={(event) => {
        event.preventDefault();
        page.go(url);
      }}
    >
      {children}
    </a>
  );
}
