/** Every call of the staff's pages. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { getJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Sent } from '@/lib/api/types';
import { sendFile } from '@/lib/api/upload';
import type { Action, AuditPage, StaffStory, Status, Verdict } from './types';

/** Everything that staff have loaded begins with this key. */
export const ADMIN = ['api', 'admin'] as const;

/** How many stories the server gives at once; fewer are the last ones. */
const PAGE = 20;

/** Some stories, and where the next ones begin. */
export interface StoryPage {
  stories: readonly StaffStory[];
  next: string | null;
}

/** A list in pages; its first page is also how an open session is found. */
export const storiesQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, `testimonies?status=${status}`],
    queryFn: async ({ queryKey, pageParam, signal }): Promise<StoryPage> => {
      const cursor = pageParam && `&cursor=${encodeURIComponent(pageParam)}`;
      const stories = (await getJson(`/${queryKey.join('/')}${cursor}`, signal)) as StaffStory[];
      return { stories, next: stories.length < PAGE ? null : (stories.at(-1)?.cursor ?? null) };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const countsQuery = apiQuery('/api/admin/testimonies/counts');

export const storyQuery = (id: string) => apiQuery('/api/admin/testimonies/{id}', { id });

export interface Search {
  query: string;
  page: number;
  blocked: '' | 'true' | 'false';
}

export const usersQuery = ({ query, page, blocked }: Search) =>
  apiQuery('/api/admin/users', {}, { query, page, pageSize: 20, ...(blocked ? { blocked } : {}) });

export const jobsQuery = apiQuery('/api/admin/jobs');

/** Lines of the audit trail, newest first. Filters that are empty are left out. */
export const auditQuery = (filter: Record<string, string>) => {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return infiniteQueryOptions({
    queryKey: [...ADMIN, `audit?${search}`],
    queryFn: ({ queryKey, pageParam, signal }) =>
      getJson(
        `/${queryKey.join('/')}${pageParam === null ? '' : `&cursor=${pageParam}`}`,
        signal,
      ) as Promise<AuditPage>,
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
};

/** Walks the whole chain, each time it is asked. */
export const verifyAudit = () => getJson('/api/admin/audit/verify') as Promise<Verdict>;

export const signIn = (body: Sent<'/api/admin/login'>) =>
  change('post', '/api/admin/login', { body });

export const signOut = () => change('post', '/api/admin/logout');

export type Step = Sent<'/api/admin/moderate'> & { action: Action };

export const moderate = (body: Step) => change('post', '/api/admin/moderate', { body });

export const reveal = (id: string) => change('post', '/api/admin/testimonies/{id}/reveal', { id });

export const deleteStory = (id: string) => change('delete', '/api/admin/testimonies/{id}', { id });

export interface StoryEdit {
  redactedText?: string;
  topics?: string[];
  internalNote?: string;
  /** The version that was read: a change of somebody else's in between is not written over. */
  version?: number;
}

export const editStory = (id: string, body: StoryEdit) =>
  change('patch', '/api/admin/testimonies/{id}', { id, body });

export const approveAll = (ids: string[]) =>
  change('post', '/api/admin/testimonies/approve', { body: { ids } });

export const blockUser = (id: string, blocked: boolean) =>
  change('patch', '/api/admin/users/{id}/block', { id, body: { blocked } });

export const grantPremium = (id: string, months: number) =>
  change('post', '/api/admin/users/{id}/subscription/grant', { id, body: { months } });

/** Takes back what staff gave, and asks the server to cancel the provider's subscription as well. */
export const revokePremium = (id: string) =>
  change('post', '/api/admin/users/{id}/subscription/revoke', { id, body: { cancelStripe: true } });

export const retryJob = (id: string) => change('post', '/api/admin/jobs/{id}/retry', { id });

export const discardJob = (id: string) => change('delete', '/api/admin/jobs/{id}', { id });

export const documentsQuery = apiQuery('/api/admin/uploads');

/** Where the server tells how far each document is. */
export const DOCUMENT_EVENTS = '/api/admin/uploads/events';

/** Sends one document; several go one after another, so that each has a progress of its own. */
export const uploadDocument = (file: File, sending: Parameters<typeof sendFile>[3]) =>
  sendFile('/api/admin/uploads', 'files', file, sending);

/** Starts the reading of everything that was uploaded. Asking twice starts nothing twice. */
export const ingestDocuments = () => change('post', '/api/admin/uploads/ingest');

export const retryDocument = (name: string) =>
  change('post', '/api/admin/uploads/{fileName}/retry', { id: name });

export const deleteDocument = (name: string) =>
  change('delete', '/api/admin/uploads/{fileName}', { id: name });

/** How many prayers the server gives at once. */
export const PRAYERS_PAGE = 20;

export const prayersQuery = (page: number) => apiQuery('/api/admin/prayers', {}, { page });

export const markPrayed = (id: string) => change('post', '/api/admin/prayers/{id}/prayed', { id });
