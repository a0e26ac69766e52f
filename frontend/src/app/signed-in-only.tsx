import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { userQuery } from '@/features/user/queries';
import { hasUnsentText } from '@/lib/drafts';
import { useWords } from '@/lib/language';
import { page, signInUrl } from '@/lib/page';
import { Button, buttonClass } from '@/ui/button';
import { Page } from '@/ui/page';
import { SignInLink } from '@/ui/sign-in-link';
import { Spoken } from '@/ui/spoken';
import { elsewhere } from './elsewhere-words';
import { Waiting } from './shell';
import { shell } from './words';

/**
 * Redirects a signed-out visitor to sign-in and back. Only the server's response counts: a guess could cause a
 * redirect loop.
 */
export function SignedInOnly() {
  const { data: user, isError, isFetching, refetch } = useQuery(userQuery);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const words = useWords(elsewhere).signIn;
  const { logIn } = useWords(shell);
  const signedOut = user === null;
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (user) wasSignedIn.current = true;
    // A user whose session ends on this screen may not want to sign in again, so they get a link instead of a
    // redirect.
    else if (signedOut && wasSignedIn.current) document.getElementById('main')?.focus();
    else if (signedOut && !page.leaving) page.goInstead(signInUrl(here));
  }, [user, signedOut, here]);

  if (user) return <Outlet />;
  if (signedOut) {
    return (
      <Spoken>
        <Page
          title={words.title}
          intro={
            <p role="status">
              {wasSignedIn.current ? words.left : words.leading}
              {wasSignedIn.current && hasUnsentText() && ` ${words.kept}`}
            </p>
          }
        >
          <SignInLink returnTo={here} className={buttonClass('outline')}>
            {logIn}
          </SignInLink>
        </Page>
      </Spoken>
    );
  }
  if (isError) {
    return (
      <Spoken>
        <Page title={words.unreachable} intro={words.unreachableText}>
          <Button disabled={isFetching} onClick={() => refetch()}>
            {isFetching ? words.trying : words.again}
          </Button>
        </Page>
      </Spoken>
    );
  }
  return <Waiting />;
}
