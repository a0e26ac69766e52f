import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { spamQuery, testimoniesQuery } from '../queries';
import type { StaffTestimony } from '../types';
import { isBefore, putBack, replaceInList, takeFromList } from './lists';

const at = (number: number, cursor: string) => testimony(number, { cursor });

/** A list on screen, in pages, with its ids as they stand. */
function listed(...pages: StaffTestimony[][]) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const { queryKey } = testimoniesQuery('pending');
  client.setQueryData(queryKey, {
    pages: pages.map((testimonies) => ({ testimonies, next: null })),
    pageParams: pages.map(() => ''),
  });
  new QueryObserver(client, { queryKey }).subscribe(() => {});
  const ids = () =>
    client
      .getQueryData(queryKey)
      ?.pages.map((page) => page.testimonies.map(({ id }) => Number(id.slice(-1))));
  return { client, ids };
}

test.each([
  ['0.5.a', '1.4.a', true],
  ['1.4.a', '0.5.a', false],
  ['2.9.a', '2.10.a', true],
  ['2.-5.a', '2.3.a', true],
  ['2.10.a', '2.10.b', true],
  ['2.10.a', '2.10.a', false],
])('cursor %s stands before %s: %s', (one, other, expected) => {
  expect(isBefore(one, other)).toBe(expected);
});

test('a story that comes back stands where its cursor belongs, once', () => {
  const { client, ids } = listed([at(1, '0.1.a'), at(2, '2.1.a')], [at(4, '2.30.a')]);
  putBack(client, at(3, '2.9.a'));
  expect(ids()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  putBack(client, at(3, '2.9.a'));
  expect(ids()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  putBack(client, at(5, '2.31.a'));
  expect(ids()).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('decided stories leave the list and the guesses at spam', () => {
  const { client, ids } = listed([at(1, '2.1.a'), at(2, '2.2.a'), at(3, '2.3.a')]);
  const group = { hasLinks: true, hasOffers: false, isRepeated: false };
  client.setQueryData(spamQuery.queryKey, {
    groups: [
      { ...group, ids: [testimony(1).id, testimony(3).id] },
      { ...group, ids: [testimony(2).id] },
    ],
  });
  takeFromList(client, [testimony(1).id, testimony(2).id]);
  expect(ids()).toEqual([[3]]);
  expect(client.getQueryData(spamQuery.queryKey)).toEqual({
    groups: [{ ...group, ids: [testimony(3).id] }],
  });
});

test('an edited story is shown as it is now, in its place', () => {
  const { client, ids } = listed([at(1, '2.1.a'), at(2, '2.2.a')]);
  replaceInList(client, testimony(1, { topics: ['anxiety'] }));
  expect(ids()).toEqual([[1, 2]]);
  expect(
    client.getQueryData(testimoniesQuery('pending').queryKey)?.pages[0]?.testimonies[0]?.topics,
  ).toEqual(['anxiety']);
});
