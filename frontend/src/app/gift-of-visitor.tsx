import { useOutletContext } from 'react-router';
import { GiftScreen } from '@/features/gift/gift-screen';
import type { Visitor } from './visitor';

/** The page of a gift, for the person at this tab. Whether somebody is signed in is the server's word alone. */
export function GiftOfVisitor() {
  const { kind } = useOutletContext<Visitor>();
  const isUnknown = kind === 'unknown' || kind === 'returning';
  return <GiftScreen signedIn={isUnknown ? undefined : kind === 'user'} />;
}
