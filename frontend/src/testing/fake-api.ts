/** Mocks `fetch`: each path has a handler, and every request is recorded. */
import { vi } from 'vitest';
import { noLetter } from '@/features/guidance/offline-letter';
import type { CrisisResources, Guidance, Usage, User } from '@/lib/api/types';
import { fixtureId, userFixture } from './fixtures';

export interface Sent {
  path: string;
  search: URLSearchParams;
  method: string;
  headers: Headers;
  body: unknown;
}

type Reply = Response | Promise<Response>;
type Handler = (sent: Sent) => Reply;

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

/** A network failure. */
export const unreachable = (): Promise<Response> =>
  Promise.reject(new TypeError('Failed to fetch'));

/** A response that never arrives. */
export const waiting: Handler = () => new Promise(() => {});

const signedOut: Handler = () =>
  answer(401, { code: 'SIGN_IN_REQUIRED', message: 'Please sign in.', requestId: 'test' });

export function fakeApi(handlers: Record<string, Handler> = {}): Sent[] {
  const sent: Sent[] = [];
  const all: Record<string, Handler> = {
    '/api/auth/user': signedOut,
    '/api/topics': () =>
      answer(200, [
        { id: 'anxiety', name: 'Anxiety' },
        { id: 'grief', name: 'Grief' },
      ]),
    '/api/usage': () => answer(200, usage(0)),
    '/api/user/letters': () =>
      answer(200, { userId: fixtureId(1), chosenAt: null, premium: false, letters: [] }),
    ...handlers,
  };
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, searchParams } = new URL(input.url);
    const text = await input.clone().text();
    const one: Sent = {
      path: pathname,
      search: searchParams,
      method: input.method,
      headers: input.headers,
      body: text ? JSON.parse(text) : null,
    };
    sent.push(one);
    const handler = all[pathname];
    return handler ? handler(one) : answer(404, { code: 'NOT_FOUND', message: 'Not found.' });
  });
  return sent;
}

export const miriam: User = userFixture({ id: fixtureId(1), email: 'm@example.org' });

export const usage = (count: number): Usage => ({
  count,
  limit: 3,
  unlimited: false,
  resetsAt: new Date(Date.now() + 3_600_000).toISOString(),
});

export const resources: CrisisResources = {
  category: 'suicide_ideation',
  emergency: { name: 'Emergency Services', contact: '911', description: 'For emergencies.' },
  suicidePrevention: {
    name: '988 Suicide & Crisis Lifeline',
    contact: '988',
    description: 'Somebody to talk to.',
  },
  crisisTextLine: {
    name: 'Crisis Text Line',
    contact: 'Text HOME to 741741',
    description: 'By message.',
  },
  domesticViolence: {
    name: 'National Domestic Violence Hotline',
    contact: '1-800-799-7233',
    description: 'At home.',
  },
  international: { description: 'Elsewhere, call your local emergency number.' },
};

export const guidance: Guidance = {
  crisis: false,
  possibleDanger: false,
  resources: null,
  usage: usage(1),
  topic: {
    id: 'anxiety',
    title: 'When your thoughts will not rest',
    content: 'You are not failing.\n\nOne thing tonight.',
    scripture: {
      reference: 'Psalm 4:8',
      text: 'In peace I will both lay myself down and sleep.',
      translation: 'World English Bible',
    },
  },
  ...noLetter,
  related: [{ id: 'fear', name: 'Fear' }],
  testimonies: [],
  sources: [],
};
