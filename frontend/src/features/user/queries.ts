import { queryOptions } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { call, getJson } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import { apiQuery } from '@/lib/api/query';
import type { Receipt, User } from '@/lib/api/types';
import { forgetOnDevice } from '@/lib/forget';
import { hasLeft } from '@/lib/remembered';

/** The signed-in user, or `null` if nobody is signed in: a 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: ['api', 'auth', 'user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (hasLeft()) await endSessionOfLastVisit();
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

/**
 * Ends the session of somebody who left quickly, before anything of it is shown. Without a connection it throws, and the
 * next try repeats it. A 503 deletes the cookie, too.
 */
async function endSessionOfLastVisit(): Promise<void> {
  try {
    await logOut();
  } catch (error) {
    if (!isApiError(error) || error.status !== 503) throw error;
  }
  forgetOnDevice();
}

/** Ends the session on the server. The caller navigates to `/` whatever the response. */
export const logOut = () => call('POST', '/api/logout');

/** Deletes the account and all its data. */
export const deleteAccount = async (): Promise<Receipt> =>
  (await call('DELETE', '/api/user/account')).json();

/** Changes the name; an empty part is cleared. */
export const changeName = (name: { firstName: string; lastName: string }) =>
  change('patch', '/api/user/profile', { body: name });

/** All data of the user, as a file. */
export const exportData = async (): Promise<Blob> => (await call('GET', '/api/user/export')).blob();

/** The provider's portal for cards, invoices and cancellation. */
export async function billingPortal(): Promise<string> {
  const { url } = await (await call('POST', '/api/create-portal-session')).json();
  if (typeof url !== 'string') throw new Error('The billing portal has no address.');
  return url;
}

/** The state of the subscription, refetched on each visit because Stripe may have changed it. */
export const subscriptionQuery = {
  ...apiQuery('/api/subscription'),
  refetchOnMount: 'always' as const,
};

/** Cancels at the end of the paid month, or at once while a payment is overdue. */
export const cancelSubscription = () => change('post', '/api/subscription/cancel');
