import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetPerson } from '@/lib/forget';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { account } from './account-words';
import { logOut, userQuery } from './queries';

/** After a logout that failed: whether somebody is still signed in here, as far as the server says, and another try. */
export default function SignOutFailed() {
  const words = useWords(account);
  const { data: user } = useQuery(userQuery);
  const { leaving, leave } = useAnotherTry();
  const isOut = user === null;

  // What was pressed is gone: the menu, or the button below once it has helped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when somebody turns out to be signed out.
  useEffect(() => takeLostFocus(document.getElementById('main')), [isOut]);

  // Without a session the server knows nobody, whatever became of the logout.
  if (isOut) {
    return (
      <Notice icon="check" className="m-3 rail:col-span-full">
        {words.signedOut} {words.cleared}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="m-3 rail:col-span-full">
      <strong className="block">{words.signOutFailed}</strong>
      <span className="block">
        {leaving
          ? words.leaving
          : `${user ? words.stillSignedIn : words.maybeSignedIn} ${words.cleared}`}
      </span>
      {/* Not `disabled`: the focus would be lost during the try. */}
      <Button
        look="outline"
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
      // biome-ignore lint/suspicious/noConsole: as at the first try.
      console.error('Logout failed', error);
    }
    await client.cancelQueries();
    // What was written since the first try goes as well, and the server says anew who is here.
    await forgetPerson(client);
    setLeaving(false);
  };
  return { leaving, leave };
}
