import { useLocation } from 'react-router';
import type { User } from '@/lib/api/types';
import { useIsGuest } from '@/lib/guest';
import { wasSignedIn } from '@/lib/remembered';
import { useCurrentUser } from './use-current-user';

/** Who uses this tab. Until the server has answered, `returning` was signed in last time and `unknown` was not. */
export type Visitor =
  | { kind: 'stranger' | 'guest' | 'returning' | 'unknown'; user: null }
  | { kind: 'user'; user: User };

/** The first paint needs no request: until the server has answered, the last known state counts. */
export function useVisitor(): Visitor {
  const { pathname } = useLocation();
  const { data: user, isPending } = useCurrentUser(pathname);
  const isGuest = useIsGuest();

  if (user) return { kind: 'user', user };
  // Without a response, also offline, a user who was signed in is not sent to the landing page.
  if (user === undefined && wasSignedIn()) return { kind: 'returning', user: null };
  if (isGuest) return { kind: 'guest', user: null };
  return { kind: isPending ? 'unknown' : 'stranger', user: null };
}
