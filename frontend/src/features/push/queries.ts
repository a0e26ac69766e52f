import { queryOptions } from '@tanstack/react-query';
import { send } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer } from '@/lib/api/types';
import { currentEndpoint } from './browser';

type Device = Answer<'/api/push', 'get'>['devices'][number];
export type Wishes = Omit<Device, 'endpoint'>;

/** Whether notices are set up, and where they are on. Refetched on each visit: a new sign-in ends them. */
export const pushQuery = { ...apiQuery('/api/push'), refetchOnMount: 'always' as const };

/** This browser's address at its push service. */
export const endpointQuery = queryOptions({
  queryKey: ['push endpoint'],
  queryFn: currentEndpoint,
  refetchOnMount: 'always',
});

const withJson = (method: string, path: string, body: object) =>
  send(
    new Request(new URL(path, window.location.origin), {
      method,
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

export const keepDevice = (device: Device) => withJson('PUT', '/api/push', device);

export const endDevice = (endpoint: string) => withJson('POST', '/api/push/end', { endpoint });
