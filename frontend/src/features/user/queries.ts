import { queryOptions } from '@tanstack/react-query';
import { getJson, postEmpty } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';

/** The signed-in user, or `null` for everybody else: a 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: ['api', 'auth', 'user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return (await getJson('/api/auth/user', signal)) as User;
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5000,
  refetchOnMount: true,
});

/** Ends the session on the server. The caller leaves for `/` whatever the answer. */
export const logOut = () => postEmpty('/api/logout');
