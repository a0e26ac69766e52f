/** Mocks the staff API with invented testimonies, users, jobs and audit entries. */
import type { AuditLine, Jobs, StaffTestimony, Status, TimelineLine } from '@/features/admin/types';
import { answer, fakeApi, type Sent } from './fake-api';
import { testimonyFixture } from './fixtures';

export const PASSWORD = 'a long and quiet password';

const actor = {
  kind: 'admin',
  id: '0193b2a4-0000-7000-8000-00000000bbbb',
  name: 'Ruth',
  role: 'owner' as const,
};

export const auditLine = (position: number, change: Partial<AuditLine> = {}) => ({
  position,
  at: '2026-11-20T13:00:00Z',
  actor,
  action: 'story.approved',
  subject: { kind: 'story', id: testimonyFixture(1).id },
  details: { from: 'pending', to: 'approved' },
  ...change,
});

/** Since when the oldest stories wait. */
const counts = {
  oldestPending: null,
  oldestEscalated: null,
  oldestReported: null,
  waitingLong: 0,
};

const timeline: TimelineLine[] = [
  {
    at: '2026-11-20T12:00:00Z',
    actor: { kind: 'guest', id: null, name: null, role: null },
    action: 'story.submitted',
    details: {},
    reason: null,
  },
  {
    at: '2026-11-20T12:30:00Z',
    actor,
    action: 'story.reopened',
    details: {},
    reason: 'Read too fast.',
  },
];

export const jobs: Jobs = {
  kinds: [
    { kind: 'prepare_testimony', state: 'waiting', count: 12, oldestSince: '2026-11-20T12:00:00Z' },
    { kind: 'prepare_testimony', state: 'dead', count: 1, oldestSince: '2026-11-20T12:00:00Z' },
  ],
  dead: [
    {
      id: '0193b2a4-0000-7000-8000-00000000cccc',
      kind: 'prepare_testimony',
      reason: 'The worker died each time it did this.',
      createdAt: '2026-11-20T12:00:00Z',
      diedAt: '2026-11-20T12:05:00Z',
      failures: 0,
      deaths: 3,
    },
  ],
  localQueues: [
    {
      worker: '0193b2a4-0000-7000-8000-00000000dddd',
      lane: 'urgent',
      slots: 16,
      running: 16,
      ahead: 40,
      unrecorded: 2,
      oldestSince: '2026-11-20T12:00:00Z',
      seenAt: '2026-11-20T12:00:05Z',
      isSilent: false,
    },
    {
      worker: '0193b2a4-0000-7000-8000-00000000eeee',
      lane: 'mail',
      slots: 4,
      running: 0,
      ahead: 0,
      unrecorded: 0,
      seenAt: '2026-11-20T11:00:00Z',
      isSilent: true,
    },
  ],
};

const signInFirst = () =>
  answer(401, { code: 'ADMIN_SIGN_IN_REQUIRED', message: 'Please sign in as staff first.' });

type Handlers = Parameters<typeof fakeApi>[0];

/** Mocks an API that lists these testimonies and applies moderation steps, with a session that can be ended. */
export function fakeStaff(testimonies: StaffTestimony[], handlers: Handlers = {}, signedIn = true) {
  const session = { open: signedIn };
  const guarded =
    (handler: (sent: Sent) => Response | Promise<Response>) =>
    (sent: Sent): Response | Promise<Response> =>
      session.open ? handler(sent) : signInFirst();
  const count = (status: Status) => testimonies.filter((one) => one.status === status).length;
  const all: Record<string, (sent: Sent) => Response | Promise<Response>> = {
    '/api/admin/testimonies': ({ search }) => {
      const after = search.get('cursor');
      const listed = testimonies.filter(({ status }) => status === search.get('status'));
      const start = after ? listed.findIndex(({ cursor }) => cursor === after) + 1 : 0;
      return answer(200, listed.slice(start, start + 20));
    },
    '/api/admin/session': () => answer(200, { displayName: 'Ruth', role: 'owner' }),
    '/api/admin/audit/people': () =>
      answer(200, [
        { name: 'Naomi', role: 'moderator' },
        { name: 'Ruth', role: null },
      ]),
    '/api/admin/testimonies/counts': () =>
      answer(200, {
        pending: count('pending'),
        approved: count('approved'),
        rejected: count('rejected'),
        escalated: count('escalated'),
        reported: testimonies.filter(({ reportedAt }) => reportedAt !== null).length,
        ...counts,
      }),
    '/api/admin/testimonies/changes': () =>
      answer(200, { at: '2026-11-20T12:00:00Z', arrived: [], left: [], gone: [] }),
    '/api/admin/testimonies/spam': () => answer(200, { groups: [] }),
    '/api/admin/moderate': ({ body }) => {
      const { testimonyId, action } = body as { testimonyId: string; action: string };
      const one = testimonies.find(({ id }) => id === testimonyId);
      const after: Record<string, Status> = {
        approve: 'approved',
        reject: 'rejected',
        escalate: 'escalated',
        reopen: 'pending',
        undo: 'pending',
      };
      if (one) one.status = after[action] ?? one.status;
      return answer(200, one);
    },
    '/api/admin/logout': () => {
      session.open = false;
      return new Response(null, { status: 204 });
    },
    ...Object.fromEntries(
      testimonies.map((one) => [
        `/api/admin/testimonies/${one.id}/reading`,
        () => answer(200, { others: [] }),
      ]),
    ),
    ...Object.fromEntries(
      testimonies.map((one) => [
        `/api/admin/testimonies/${one.id}`,
        ({ method, body }: Sent) => {
          if (method === 'PATCH') Object.assign(one, body);
          return answer(200, method === 'PATCH' ? one : { story: one, timeline, flood: [] });
        },
      ]),
    ),
    ...handlers,
  };
  const sent = fakeApi({
    ...Object.fromEntries(Object.entries(all).map(([path, handler]) => [path, guarded(handler)])),
    '/api/admin/login': ({ body }) => {
      const { password } = body as { password: string };
      session.open = password === PASSWORD;
      return session.open
        ? answer(200, { displayName: 'Ruth', role: 'owner', expiresAt: '2026-11-20T20:00:00Z' })
        : answer(401, { code: 'INVALID_PASSWORD', message: 'Invalid password. Please try again.' });
    },
    ...('/api/admin/login' in handlers ? { '/api/admin/login': handlers['/api/admin/login'] } : {}),
  } as Handlers);
  return { sent, session };
}
