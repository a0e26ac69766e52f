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
import { Waiting } from './shell';
import { elsewhere, shell } from './words';

/** Leads a signed-out visitor to sign-in and back. Only the server's word counts: a guess would lead in circles. */
export function MembersOnly() {
  const { data: user, isError, isFetching, refetch } = useQuery(userQuery);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const words = useWords(elsewhere).signIn;
  const { logIn } = useWords(shell);
  const signedOut = user === null;
  const wasMember = useRef(false);

  useEffect(() => {
    if (user) wasMember.current = true;
    // Somebody whose session ends here may want to leave, not to come back: for them the way in is a link.
    else if (signedOut && wasMember.current) document.getElementById('main')?.focus();
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
              {wasMember.current ? words.left : words.leading}
              {wasMember.current && hasUnsentText() && ` ${words.kept}`}
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
