import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Receipt } from '@/lib/api/types';
import { forgetPerson } from '@/lib/forget';

/** What the front page says to somebody who has just left: nothing, a receipt, that leaving failed, or who ended it. */
export interface Farewell {
  receipt?: Receipt;
  signOutFailed?: true;
  endedElsewhere?: true;
}

/**
 * Takes a person to the front page and forgets them here. What the server did about it comes before. Whoever went on
 * meanwhile (`isHere` says no), to help perhaps, is forgotten where they are.
 */
export function useFarewell(): (farewell?: Farewell, isHere?: () => boolean) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (farewell = {}, isHere = () => true) => {
    // An answer still on its way must not bring the person back.
    await client.cancelQueries();
    const { pathname, search } = window.location;
    await navigate(isHere() ? '/' : pathname + search, { replace: true, state: farewell });
    await forgetPerson(client);
  };
}
