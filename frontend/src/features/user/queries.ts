import { queryOptions } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { call, getJson } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import { apiQuery } from '@/lib/api/query';
import type { Receipt, User } from '@/lib/api/types';

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
export const logOut = () => call('POST', '/api/logout');

/** Deletes the account and all that belongs to it. */
export const deleteAccount = async (): Promise<Receipt> =>
  (await call('DELETE', '/api/user/account')).json();

/** Everything that is kept about the person, as a file. */
export const exportData = async (): Promise<Blob> => (await call('GET', '/api/user/export')).blob();

/** Where the payment provider shows cards, invoices and the way to cancel. */
export async function billingPortal(): Promise<string> {
  const { url } = await (await call('POST', '/api/create-portal-session')).json();
  if (typeof url !== 'string') throw new Error('The billing portal has no address.');
  return url;
}

/** How the subscription stands: when it renews, or when it ends. Stripe may have moved it since the last visit. */
export const subscriptionQuery = {
  ...apiQuery('/api/subscription'),
  refetchOnMount: 'always' as const,
};

/** Ends the subscription with the month that is paid, or at once while a payment is late. */
export const cancelSubscription = () => change('post', '/api/subscription/cancel');
