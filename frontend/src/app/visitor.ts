import { useLocation } from 'react-router';
import type { User } from '@/lib/api/types';
import { useIsGuest } from '@/lib/guest';
import { wasSignedIn } from '@/lib/remembered';
import { useWhoIsHere } from './who-is-here';

/**
 * Who is looking. `returning` was signed in last time and `unknown` was not:
 * of both the server has yet to say who they are.
 */
export type Visitor =
  | { kind: 'stranger' | 'guest' | 'returning' | 'unknown'; user: null }
  | { kind: 'user'; user: User };

/** The first paint needs no data: until the server has answered, the visitor is who they were last time. */
export function useVisitor(): Visitor {
  const { pathname } = useLocation();
  const { data: user, isPending } = useWhoIsHere(pathname);
  const isGuest = useIsGuest();

  if (user) return { kind: 'user', user };
  // Without an answer, and without a network too, somebody who was signed in is not shown to the door.
  if (user === undefined && wasSignedIn()) return { kind: 'returning', user: null };
  if (isGuest) return { kind: 'guest', user: null };
  return { kind: isPending ? 'unknown' : 'stranger', user: null };
}
