import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { userQuery } from '@/features/user/queries';
import type { User } from '@/lib/api/types';
import { useIsGuest } from '@/lib/guest';
import { forgetWriter } from '@/lib/page';
import { keepSignedIn, wasSignedIn } from '@/lib/remembered';

/**
 * Who is looking. `returning` was signed in last time and `unknown` was not:
 * of both the server has yet to say who they are.
 */
export type Visitor =
  | { kind: 'stranger' | 'guest' | 'returning' | 'unknown'; user: null }
  | { kind: 'user'; user: User };

/** The first paint needs no data: until the server has answered, the visitor is who they were last time. */
export function useVisitor(): Visitor {
  const { data: user, isPending } = useQuery(userQuery);
  const isGuest = useIsGuest();
  useAskAgain();
  useOneWriter(user ?? null);

  useEffect(() => {
    if (user !== undefined) keepSignedIn(user !== null);
  }, [user]);

  if (user) return { kind: 'user', user };
  // Without an answer, and without a network too, somebody who was signed in is not shown to the door.
  if (user === undefined && wasSignedIn()) return { kind: 'returning', user: null };
  if (isGuest) return { kind: 'guest', user: null };
  return { kind: isPending ? 'unknown' : 'stranger', user: null };
}

/** One failed call must not keep anybody from their account: it is made again with the network, the tab or the screen. */
function useAskAgain(): void {
  const client = useQueryClient();
  const { pathname } = useLocation();

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
  useEffect(() => askIfFailed(client), [client, pathname]);
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
