/** Who is signed in, in whichever document of ours: it is asked of the server, told to the other tabs and heard from them. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { userQuery } from '@/features/user/queries';
import type { User } from '@/lib/api/types';
import { forgetWriter } from '@/lib/page';
import { keepSignedIn } from '@/lib/remembered';

/** The answer about who is here. `place` is the screen that they are on. */
export function useWhoIsHere(place: string) {
  const answer = useQuery(userQuery);
  const { data: user } = answer;
  useAskAgain(place);
  useOneWriter(user ?? null);

  useEffect(() => {
    if (user !== undefined) keepSignedIn(user !== null);
  }, [user]);
  return answer;
}

/** One failed call must not keep anybody from their account: it is made again with the network, the tab or the screen. */
function useAskAgain(place: string): void {
  const client = useQueryClient();

  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') askIfFailed(client);
    };
    window.addEventListener('online', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of screen is meant.
  useEffect(() => askIfFailed(client), [client, place]);
}

function askIfFailed(client: QueryClient): void {
  if (client.getQueryState(userQuery.queryKey)?.status === 'error')
    void client.refetchQueries(userQuery, { cancelRefetch: false });
}

/** What one person wrote is neither read nor sent by the next, who may have signed in in another tab. */
function useOneWriter(user: User | null): void {
  const client = useQueryClient();
  const writer = useRef<string | null>(null);
  const id = user?.id;

  useEffect(() => {
    const ask = () => void client.refetchQueries(userQuery);
    const listen = () => {
      const others = otherDocuments();
      others?.addEventListener('message', ({ data }) => {
        if (data !== id) ask();
      });
      return others;
    };
    let others = listen();
    if (id) others?.postMessage(id);
    // Left open, it would cost this page its place in the history with the first message.
    const leave = () => others?.close();
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      others = listen();
      ask();
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [client, id]);

  useEffect(() => {
    if (!id) return;
    if (writer.current !== null && writer.current !== id) forgetWriter();
    writer.current = id;
  }, [id]);
}

/** The other documents of this browser, which hear who is signed in. Nothing is stored. */
function otherDocuments(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('stillwater:user');
  } catch {
    // It is missing, or forbidden together with cookies.
    return null;
  }
}
