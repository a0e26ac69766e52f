/**
 * Changes of the cached lists. The list on screen is never fetched behind the reader's back: what happened to a story is
 * written into it, so that nothing new springs in under their hands.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { dropDraft } from '@/lib/drafts';
import { ADMIN, spamQuery, type TestimonyPage, testimonyQuery } from '../queries';
import type { SpamGroup, StaffTestimony } from '../types';
import { draftsOf } from './drafts';

type List = InfiniteData<TestimonyPage, string>;

const isList = (queryKey: readonly unknown[]) => String(queryKey.at(-1)).startsWith('testimonies?');

const isSpam = (queryKey: readonly unknown[]) => queryKey.at(-1) === spamQuery.queryKey.at(-1);

/** Refetches all staff data except the list on screen; other lists when they are shown next. */
export const refreshOthers = (client: QueryClient) =>
  client.invalidateQueries({
    queryKey: ADMIN,
    predicate: (query) => !isSpam(query.queryKey) && !(isList(query.queryKey) && query.isActive()),
  });

/** Refetches all staff data, because staff asked for it. */
export const refreshAll = (client: QueryClient) => client.invalidateQueries({ queryKey: ADMIN });

function changeActive(
  client: QueryClient,
  change: (of: readonly StaffTestimony[]) => StaffTestimony[],
) {
  client.setQueriesData<List>(
    { queryKey: ADMIN, predicate: ({ queryKey }) => isList(queryKey), type: 'active' },
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) => ({ ...page, testimonies: change(page.testimonies) })),
      },
  );
}

/** Takes stories that were decided or deleted out of the list on screen and out of the guesses at spam. */
export function takeFromList(client: QueryClient, ids: readonly string[]): void {
  changeActive(client, (listed) => listed.filter(({ id }) => !ids.includes(id)));
  client.setQueryData<{ groups: SpamGroup[] }>(
    spamQuery.queryKey,
    (before) =>
      before && {
        groups: before.groups
          .map((group) => ({ ...group, ids: group.ids.filter((id) => !ids.includes(id)) }))
          .filter((group) => group.ids.length > 0),
      },
  );
}

/** Drops every word of a story that was withdrawn or deleted. A pane that shows it asks anew, and hears that it is gone. */
export function forget(client: QueryClient, id: string): Promise<void> {
  takeFromList(client, [id]);
  for (const name of draftsOf(id)) dropDraft(name);
  return client.resetQueries({ queryKey: testimonyQuery(id).queryKey });
}

/** Shows the story in the list on screen as it is now, if it is there. */
export const replaceInList = (client: QueryClient, story: StaffTestimony) =>
  changeActive(client, (listed) => listed.map((one) => (one.id === story.id ? story : one)));

/** Puts a story back to its place in the list on screen, after a step was undone. */
export function putBack(client: QueryClient, story: StaffTestimony): void {
  takeFromList(client, [story.id]);
  let placed = false;
  changeActive(client, (listed) => {
    if (placed) return [...listed];
    const before = listed.findIndex((one) => isBefore(story.cursor, one.cursor));
    if (before === -1) return [...listed];
    placed = true;
    return [...listed.slice(0, before), story, ...listed.slice(before)];
  });
  if (placed) return;
  // After all that are loaded: it belongs to the last page.
  client.setQueriesData<List>(
    { queryKey: ADMIN, predicate: ({ queryKey }) => isList(queryKey), type: 'active' },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) =>
          index === list.pages.length - 1
            ? { ...page, testimonies: [...page.testimonies, story] }
            : page,
        ),
      },
  );
}

/** Whether one cursor (`rank.order.id`) stands before another. */
export function isBefore(one: string, other: string): boolean {
  const [rank = '', order = '', id = ''] = one.split('.');
  const [otherRank = '', otherOrder = '', otherId = ''] = other.split('.');
  if (rank !== otherRank) return Number(rank) < Number(otherRank);
  if (order !== otherOrder) return Number(order) < Number(otherOrder);
  return id < otherId;
}
