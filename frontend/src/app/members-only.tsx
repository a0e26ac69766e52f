import { useEffect } from 'react';
import { useLocation, useOutletContext } from 'react-router';
import { page, signInUrl } from '@/lib/page';
import { NotOpenScreen } from './not-open-screen';
import type { Visitor } from './visitor';

/** Leads a signed-out visitor to sign-in and back. */
export function MembersOnly() {
  const { kind } = useOutletContext<Visitor>();
  const { pathname } = useLocation();
  const signedOut = kind === 'stranger' || kind === 'guest';

  useEffect(() => {
    if (signedOut) page.go(signInUrl(pathname));
  }, [signedOut, pathname]);

  if (kind === 'user') return <NotOpenScreen />;
  return (
    <p role="status" className="px-6 py-24 text-center text-muted">
      {signedOut ? 'Taking you to sign-in…' : 'Loading…'}
    </p>
  );
}
