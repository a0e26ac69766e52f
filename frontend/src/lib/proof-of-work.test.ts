import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { answer, fakeApi, guidance } from '@/testing/fake-api';
import { postJson } from './api/client';
import { solve } from './proof-of-work';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A challenge as the server makes it, with few bits. */
function challengeOf(bits: number): string {
  const bytes = Uint8Array.from({ length: 24 }, (_, place) => place * 11);
  bytes[4] = bits;
  return Buffer.from(bytes).toString('base64url');
}

test('a solution has the zero bits that the challenge asks for, in each of its eight parts', async () => {
  const challenge = challengeOf(9);
  const [sent, solutions] = (await solve(challenge)).split('.');
  expect(sent).toBe(challenge);
  const numbers = solutions?.split('-') ?? [];
  expect(numbers).toHaveLength(8);
  for (const [part, number] of numbers.entries()) {
    const hash = sha256(`${challenge}.${part}.${number}`).readUInt32BE(0);
    expect(Math.clz32(hash)).toBeGreaterThanOrEqual(9);
  }
});

test('the page stays alive: other tasks run while a challenge is solved', async () => {
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 1);
  await solve(challengeOf(13));
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(1);
});

test('a call that needs work is sent again with its proof, and the caller sees only the answer', async () => {
  const challenge = challengeOf(4);
  const sent = fakeApi({
    '/api/guidance': ({ headers }) =>
      headers.get('X-Proof-Of-Work')?.startsWith(`${challenge}.`)
        ? answer(200, guidance)
        : answer(429, { code: 'ADDRESS_LIMIT', message: 'Many.', work: challenge }),
  });
  await expect(postJson('/api/guidance', { topicId: 'grief' })).resolves.toEqual(guidance);
  expect(sent.map(({ body }) => body)).toEqual([{ topicId: 'grief' }, { topicId: 'grief' }]);
});

test('work that is refused is tried once more, as on another network, and a refusal without work is an error at once', async () => {
  const refusals = [{ work: challengeOf(1) }, {}];
  for (const refusal of refusals) {
    const sent = fakeApi({
      '/api/guidance': () => answer(429, { code: 'ADDRESS_LIMIT', message: 'Many.', ...refusal }),
    });
    await expect(postJson('/api/guidance', { topicId: 'grief' })).rejects.toThrow('429');
    expect(sent).toHaveLength('work' in refusal ? 3 : 1);
    vi.unstubAllGlobals();
  }
});
