/** Data loading as specified: GET the joined query key, no retry, never stale, no refetch on focus, no polling. */
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { getJson } from './client';
import { type ApiError, isApiError } from './error';
import type { paths } from './schema';
import type { Answer } from './types';

type GetPath = {
  [P in keyof paths]: paths[P]['get'] extends { responses: unknown } ? P : never;
}[keyof paths];

const pathOf = (key: QueryKey) => `/${key.join('/')}`;

/** Handles refused requests in addition to the screens. */
interface OnError {
  query?(error: ApiError): void;
  mutation?(error: ApiError): void;
}

export function createQueryClient(on: OnError = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error)) on.query?.(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isApiError(error)) on.mutation?.(error);
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getJson(pathOf(queryKey), signal),
        // An offline request must fail at once instead of pausing until the network returns.
        networkMode: 'offlineFirst',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
}

/** Fills a path's parameters. */
const filled = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Options of a GET with a response of the generated type. The key is the URL's segments. */
export function apiQuery<P extends GetPath>(
  path: P,
  params: Record<string, string> = {},
  search: Record<string, string | number> = {},
) {
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]) => [name, String(value)]),
  ).toString();
  const segments = `${filled(path, params)}${query ? `?${query}` : ''}`.slice(1).split('/');
  return queryOptions<Answer<P, 'get'>>({ queryKey: segments });
}
