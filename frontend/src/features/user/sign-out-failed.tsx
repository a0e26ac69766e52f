import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetPerson } from '@/lib/forget';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { account } from './account-words';
import { logOut, userQuery } from './queries';

/** Shown after a failed logout: whether the session is still open, as far as known, and a retry. */
export default function SignOutFailed() {
  const words = useWords(account);
  const { data: user } = useQuery(userQuery);
  const { leaving, leave } = useAnotherTry();
  const isOut = user === null;

  // The pressed control has disappeared: the menu, or the retry button after it succeeded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must also run when the session has ended.
  useEffect(() => takeLostFocus(document.getElementById('main')), [isOut]);

  // Without a session the user is signed out, whatever the logout response was.
  if (isOut) {
    return (
      <Notice icon="check" className="m-3">
        {words.signedOut} {words.cleared}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="m-3">
      <strong className="block">{words.signOutFailed}</strong>
      <span className="block">
        {leaving
          ? words.leaving
          : `${user ? words.stillSignedIn : words.maybeSignedIn} ${words.cleared}`}
      </span>
      {/* `aria-disabled` instead of `disabled`, which would lose the focus during the retry. */}
      <Button
        variant="outline"
        className="mt-3"
        aria-disabled={leaving}
        onClick={() => {
          if (!leaving) void leave();
        }}
      >
        {words.logOutAgain}
      </Button>
    </Notice>
  );
}

function useAnotherTry() {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await logOut();
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: required by the specification, as for the first attempt.
      console.error('Logout failed', error);
    }
    await client.cancelQueries();
    // Deletes what was written since the first attempt, and refetches the session.
    await forgetPerson(client);
    setLeaving(false);
  };
  return { leaving, leave };
}
