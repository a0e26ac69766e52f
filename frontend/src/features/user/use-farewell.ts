import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Receipt } from '@/lib/api/types';
import { forgetPerson } from '@/lib/forget';

/** Navigation state for the landing page after leaving: a receipt, a failed logout, or a session ended elsewhere. */
export interface Farewell {
  receipt?: Receipt;
  signOutFailed?: true;
  endedElsewhere?: true;
}

/**
 * Navigates to the landing page and removes the user's data from this browser. The server request comes before. If
 * the user has moved on meanwhile (`isHere` returns false), it removes the data without navigating.
 */
export function useFarewell(): (farewell?: Farewell, isHere?: () => boolean) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (farewell = {}, isHere = () => true) => {
    // A pending response must not restore the user.
    await client.cancelQueries();
    const { pathname, search } = window.location;
    await navigate(isHere() ? '/' : pathname + search, { replace: true, state: farewell });
    await forgetPerson(client);
  };
}
