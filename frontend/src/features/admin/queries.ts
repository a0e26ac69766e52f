/** All API calls of the staff pages. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { call, getJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Sent } from '@/lib/api/types';
import { sendFile } from '@/lib/api/upload';
import type { Action, AuditPage, StaffTestimony, Status, Verdict } from './types';

/** The key prefix of all staff data in the cache. */
export const ADMIN = ['api', 'admin'] as const;

/** Page size of the server; a shorter page is the last one. */
const PAGE = 20;

/** One page of testimonies, and the cursor of the next. */
export interface TestimonyPage {
  testimonies: readonly StaffTestimony[];
  next: string | null;
}

/** What a list is narrowed to; empty for all. */
export type Only = '' | 'mine' | 'reported' | 'waiting';

/** An infinite list; its first page also tells whether a session is open. */
export const testimoniesQuery = (status: Status, only: Only = '') =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, `testimonies?status=${status}${only && `&only=${only}`}`],
    queryFn: async ({ queryKey, pageParam, signal }): Promise<TestimonyPage> => {
      const cursor = pageParam && `&cursor=${encodeURIComponent(pageParam)}`;
      const testimonies = (await getJson(
        `/${queryKey.join('/')}${cursor}`,
        signal,
      )) as StaffTestimony[];
      return {
        testimonies,
        next: testimonies.length < PAGE ? null : (testimonies.at(-1)?.cursor ?? null),
      };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const countsQuery = apiQuery('/api/admin/testimonies/counts');

/** Guesses at spam among the newest stories that wait. */
export const spamQuery = apiQuery('/api/admin/testimonies/spam');

export const rejectSpam = (ids: string[], notes: string) =>
  change('post', '/api/admin/testimonies/reject-spam', { body: { ids, notes } });

/** What has come into a list since a time of the server, and which stories on screen have left it. */
export const readChanges = (watched: Sent<'/api/admin/testimonies/changes'>) =>
  change('post', '/api/admin/testimonies/changes', { body: watched });

/** Says that a story is read, or not any more, and returns who else reads it. */
export const sayReading = (id: string, isOpen: boolean) =>
  change('post', '/api/admin/testimonies/{id}/reading', { id, body: { isOpen } });

export const testimonyQuery = (id: string) => apiQuery('/api/admin/testimonies/{id}', { id });

export interface Search {
  query: string;
  page: number;
  blocked: '' | 'true' | 'false';
}

export const usersQuery = ({ query, page, blocked }: Search) =>
  apiQuery('/api/admin/users', {}, { query, page, pageSize: 20, ...(blocked ? { blocked } : {}) });

export const jobsQuery = apiQuery('/api/admin/jobs');

/** Audit entries, newest first. Empty filters are omitted. */
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

/** The members of staff whom the trail names. */
export const auditPeopleQuery = apiQuery('/api/admin/audit/people');

/** The lines that a filter shows, as a file. */
export async function exportAudit(filter: Record<string, string>): Promise<Blob> {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return (await call('GET', `/api/admin/audit/export?${search}`)).blob();
}

/** Walks the whole trail, step by step: a long one would outlast the patience of proxies. */
export async function verifyAudit(): Promise<Verdict> {
  let unsealed = 0;
  let after = 0;
  for (;;) {
    const step = (await getJson(`/api/admin/audit/verify?after=${after}`)) as Verdict;
    unsealed += step.unsealed;
    if (step.next === null) return { ...step, unsealed };
    after = step.next;
  }
}

/** Who is signed in, and with which role. */
export const sessionQuery = apiQuery('/api/admin/session');

export const signIn = (body: Sent<'/api/admin/login'>) =>
  change('post', '/api/admin/login', { body });

export const signOut = () => change('post', '/api/admin/logout');

export type Step = Sent<'/api/admin/moderate'> & { action: Action };

export const prayForTestimony = (id: string) =>
  change('post', '/api/admin/testimonies/{id}/prayed', { id });

export const moderate = (body: Step) => change('post', '/api/admin/moderate', { body });

export const reveal = (id: string) => change('post', '/api/admin/testimonies/{id}/reveal', { id });

export const deleteTestimony = (id: string) =>
  change('delete', '/api/admin/testimonies/{id}', { id });

export interface TestimonyEdit {
  redactedText?: string;
  topics?: string[];
  internalNote?: string;
  /** The version that was read: the server rejects the edit if somebody else has changed it. */
  version?: number;
}

export const editTestimony = (id: string, body: TestimonyEdit) =>
  change('patch', '/api/admin/testimonies/{id}', { id, body });

/** Approves stories in the versions that were seen. */
export const approveAll = (stories: Sent<'/api/admin/testimonies/approve'>['stories']) =>
  change('post', '/api/admin/testimonies/approve', { body: { stories } });

/** Keeps all stories of the flood of reports that this one is a part of. */
export const keepFlood = (id: string) =>
  change('post', '/api/admin/testimonies/{id}/keep-flood', { id });

export const blockUser = (id: string, blocked: boolean) =>
  change('patch', '/api/admin/users/{id}/block', { id, body: { blocked } });

export const grantPremium = (id: string, months: number) =>
  change('post', '/api/admin/users/{id}/subscription/grant', { id, body: { months } });

/** Revokes premium granted by staff, and asks the server to cancel the provider's subscription too. */
export const revokePremium = (id: string) =>
  change('post', '/api/admin/users/{id}/subscription/revoke', { id, body: { cancelStripe: true } });

/** Subscriptions by a visitor's address or an id at Stripe. */
export const subscriptionsQuery = (query: string) =>
  apiQuery('/api/admin/subscriptions', {}, { query });

/** Hands an unclaimed subscription over to the user who has proven an address. */
export const handOverSubscription = (id: string, email: string) =>
  change('post', '/api/admin/subscriptions/{id}/hand-over', { id, body: { email } });

export const endSubscription = (id: string) =>
  change('post', '/api/admin/subscriptions/{id}/end', { id });

/** Lets a subscription run on after a full refund. */
export const keepSubscription = (id: string) =>
  change('post', '/api/admin/subscriptions/{id}/keep', { id });

/** Subscriptions that were paid twice, or perhaps were. */
export const duplicatesQuery = apiQuery('/api/admin/duplicate-subscriptions');

export const refundDuplicate = (id: string) =>
  change('post', '/api/admin/duplicate-subscriptions/{id}/refund', { id });

export const handleDuplicate = (id: string) =>
  change('post', '/api/admin/duplicate-subscriptions/{id}/handled', { id });

/** Gifts that were paid; with a text, those of this address or payment. */
export const giftsQuery = (query: string) =>
  apiQuery('/api/admin/gifts', {}, query ? { query } : {});

export const refundGift = (id: string) => change('post', '/api/admin/gifts/{id}/refund', { id });

export const endGift = (id: string) => change('post', '/api/admin/gifts/{id}/end', { id });

export const handOverGift = (id: string, email: string) =>
  change('post', '/api/admin/gifts/{id}/hand-over', { id, body: { email } });

/** Disputes, inquiries, refunds and early fraud warnings that nobody has handled. */
export const paymentIssuesQuery = apiQuery('/api/admin/payment-issues');

export const handlePaymentIssue = (id: string) =>
  change('post', '/api/admin/payment-issues/{id}/handled', { id });

export const retryJob = (id: string) => change('post', '/api/admin/jobs/{id}/retry', { id });

export const discardJob = (id: string) => change('delete', '/api/admin/jobs/{id}', { id });

export const documentsQuery = apiQuery('/api/admin/uploads');

/** The event stream of document processing. */
export const DOCUMENT_EVENTS = '/api/admin/uploads/events';

/** Uploads one document; several are sent one by one, so that each has its own progress. */
export const uploadDocument = (file: File, sending: Parameters<typeof sendFile>[3]) =>
  sendFile('/api/admin/uploads', 'files', file, sending);

/** Starts processing all uploaded documents. Idempotent. */
export const ingestDocuments = () => change('post', '/api/admin/uploads/ingest');

export const retryDocument = (name: string) =>
  change('post', '/api/admin/uploads/{fileName}/retry', { id: name });

export const editDocument = (name: string, body: { title: string; author: string }) =>
  change('patch', '/api/admin/uploads/{fileName}', { id: name, body });

/** The first pages of a document as they were read. */
export const previewQuery = (fileName: string) =>
  apiQuery('/api/admin/uploads/{fileName}/preview', { fileName });

export const deleteDocument = (name: string) =>
  change('delete', '/api/admin/uploads/{fileName}', { id: name });

export const letterNearnessQuery = apiQuery('/api/admin/letters');

/** Page size of the server. */
export const PRAYERS_PAGE = 20;

export const prayersQuery = (page: number) => apiQuery('/api/admin/prayers', {}, { page });

export const markPrayed = (id: string) => change('post', '/api/admin/prayers/{id}/prayed', { id });

/** What is known of a user's account. */
export const accountQuery = (id: string) => apiQuery('/api/admin/users/{id}', { id });

/** Which stories are a user's. The audit trail records each call. */
export const showUserStories = (id: string) =>
  change('post', '/api/admin/users/{id}/stories', { id });

/** What people carry by week, and what waits. */
export const overviewQuery = (weeks: string) => apiQuery('/api/admin/overview', {}, { weeks });
