import type { ReactNode } from 'react';
import { page, signInUrl } from '@/lib/page';

interface SignInLinkProps {
  children: ReactNode;
  returnTo?: string;
  className?: string;
}

/** A link to sign-in, a page of the server. Unsent text goes along and is there again afterwards. */
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
