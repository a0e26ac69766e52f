/**
 * The staff session, detected by loading the pending testimonies, which needs an open session. A 401 on any other
 * request refetches them, and typed text stays in the drafts.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { dropAllDrafts } from '@/lib/drafts';
import { emptyUploads } from '../documents/upload-queue';
import { ADMIN, signOut, testimoniesQuery } from '../queries';

const isOfStaff = (key: readonly unknown[] | undefined) => key?.[1] === ADMIN[1];
const isSignedOut = (error: unknown) => isApiError(error) && error.status === 401;

export function useSession() {
  const client = useQueryClient();
  const probe = useInfiniteQuery(testimoniesQuery('pending'));
  const [ended, setEnded] = useState(false);

  const askAgain = () => {
    const probeKey = testimoniesQuery('pending').queryKey;
    // Cached data belongs to the ended session.
    client.removeQueries({
      queryKey: ADMIN,
      predicate: ({ queryKey }) => queryKey.at(-1) !== probeKey.at(-1),
    });
    return client.resetQueries({ queryKey: probeKey, exact: true });
  };

  useEffect(() => {
    const end = (error: unknown) => {
      const probeKey = testimoniesQuery('pending').queryKey;
      if (!isSignedOut(error) || client.getQueryData(probeKey) === undefined) return;
      setEnded(true);
      client.resetQueries({ queryKey: probeKey, exact: true });
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isOfStaff(event.query.queryKey)) end(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isOfStaff(event.mutation.options.mutationKey)) end(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);

  return {
    state: stateOf(probe.data !== undefined, probe.error),
    error: probe.error,
    /** Whether an open session has ended by itself. */
    ended,
    entered: () => {
      setEnded(false);
      return askAgain();
    },
    retry: () => probe.refetch(),
    leave: async () => {
      await signOut();
      dropAllDrafts();
      emptyUploads();
      setEnded(false);
      await askAgain();
    },
  };
}

function stateOf(loaded: boolean, error: unknown): 'open' | 'closed' | 'failed' | 'asking' {
  if (isSignedOut(error)) return 'closed';
  if (loaded) return 'open';
  return error ? 'failed' : 'asking';
}
