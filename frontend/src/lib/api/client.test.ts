import { expect, test, vi } from 'vitest';
import { pickCountry } from '@/lib/country';
import { keepDraft } from '@/lib/drafts';
import { page } from '@/lib/page';
import { answer, fakeApi, guidance, resources } from '@/testing/fake-api';
import { getJson, postJson } from './client';
import { ApiError } from './error';
import { createQueryClient } from './query';

test.each([
  ['the body', 500, '{"code":"INTERNAL"}', '500: {"code":"INTERNAL"}'],
  ['plain text', 502, 'bad gateway', '502: bad gateway'],
])('the text of an error is the status and %s', async (_, status, body, text) => {
  fakeApi({ '/api/usage': () => answer(status, body) });
  await expect(getJson('/api/usage')).rejects.toThrow(text);
});

test('an error with an empty body uses the status text', async () => {
  fakeApi({
    '/api/usage': () => new Response(null, { status: 503, statusText: 'Service Unavailable' }),
  });
  await expect(getJson('/api/usage')).rejects.toThrow('503: Service Unavailable');
});

test('an error exposes its fields, the retry delay and the crisis resources', () => {
  const body = {
    message: 'Slow down.',
    fields: { struggle: 'Too long.' },
    crisis: true,
    resources,
  };
  const error = new ApiError(429, JSON.stringify(body), '30');
  expect(error).toMatchObject({
    humanMessage: 'Slow down.',
    fields: { struggle: 'Too long.' },
    retryAfter: 30,
    crisis: true,
    resources,
  });
});

test('every request carries the time zone, credentials, and the country once it is chosen', async () => {
  const sent = fakeApi({ '/api/guidance': () => answer(200, guidance) });
  await postJson('/api/guidance', { topicId: 'grief' });
  pickCountry('GB');
  await postJson('/api/guidance', { topicId: 'grief' });
  pickCountry(null);

  expect(sent[0]?.headers.get('X-Time-Zone')).toBe('UTC');
  expect(sent[0]?.headers.has('X-Country')).toBe(false);
  expect(sent[1]?.headers.get('X-Country')).toBe('GB');
  expect(sent[1]?.body).toEqual({ topicId: 'grief' });
});

test('a session ended elsewhere leads to the landing page and keeps unsent text', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  keepDraft('struggle', 'unsent');
  fakeApi({
    '/api/usage': () =>
      answer(401, { code: 'LOGGED_IN_ELSEWHERE', message: 'Signed in elsewhere.' }),
  });
  await expect(getJson('/api/usage')).rejects.toThrow('401');
  expect(go).toHaveBeenCalledWith('/?logged_out=elsewhere');
});

test('the default loader gets the joined key and does not retry', async () => {
  const sent = fakeApi({ '/api/usage': () => answer(500, 'no') });
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['api', 'usage'] })).rejects.toThrow('500: no');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/usage']);
});
