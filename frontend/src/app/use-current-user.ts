/** The current user in every document of ours: fetched from the server and synchronised between tabs. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { userQuery } from '@/features/user/queries';
import type { User } from '@/lib/api/types';
import { forgetWriter } from '@/lib/page';
import { keepPremium, keepSignedIn } from '@/lib/remembered';

/** The session query. `place` is the current path. */
export function useCurrentUser(place: string) {
  const answer = useQuery(userQuery);
  const { data: user } = answer;
  useRetryAfterFailure(place);
  useUserSync(user ?? null);

  useEffect(() => {
    if (user === undefined) return;
    keepSignedIn(user !== null);
    keepPremium(user?.isPremium ?? false);
  }, [user]);
  return answer;
}

/** Retries a failed session request when the network, the tab or the screen changes. */
function useRetryAfterFailure(place: string): void {
  const client = useQueryClient();

  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') refetchIfFailed(client);
    };
    window.addEventListener('online', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run on each change of screen.
  useEffect(() => refetchIfFailed(client), [client, place]);
}

function refetchIfFailed(client: QueryClient): void {
  if (client.getQueryState(userQuery.queryKey)?.status === 'error')
    void client.refetchQueries(userQuery, { cancelRefetch: false });
}

/** Deletes unsent text when another user signs in, here or in another tab: nobody may read or send it. */
function useUserSync(user: User | null): void {
  const client = useQueryClient();
  const writer = useRef<string | null>(null);
  const id = user?.id;

  useEffect(() => {
    const ask = () => void client.refetchQueries(userQuery);
    const listen = () => {
      const others = openUserChannel();
      others?.addEventListener('message', ({ data }) => {
        if (data !== id) ask();
      });
      return others;
    };
    let others = listen();
    if (id) others?.postMessage(id);
    // An open channel would exclude this page from the back/forward cache as soon as a message arrives.
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

/** The channel to other documents of this browser; nothing is stored. */
function openUserChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('stillwater:user');
  } catch {
    // BroadcastChannel is missing, or blocked together with cookies.
    return null;
  }
}
