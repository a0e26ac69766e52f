import topics from '@content/topics.json';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { getJson, postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer, Guidance, GuidanceRequest, Topic } from '@/lib/api/types';
import { draft, keepDraft } from '@/lib/drafts';
import { noteShown, shownToday } from '@/lib/shown-passages';

export const topicsQuery = apiQuery('/api/topics');

/** The bundled topics, shown before the server answers and when it does not. */
export const bundledTopics: readonly Topic[] = topics;

export const usageQuery = apiQuery('/api/usage');

/** The verses around a passage. */
export const aroundQuery = (reference: string) =>
  apiQuery('/api/scripture/{reference}', { reference }, { around: 3 });

/** The data of the result screen. `offline` marks a bundled message. */
export type Letter = Pick<
  Guidance,
  | 'topic'
  | 'situation'
  | 'bridge'
  | 'prayer'
  | 'alternatives'
  | 'alsoAbout'
  | 'related'
  | 'testimonies'
  | 'sources'
  | 'unreadLanguage'
> & {
  offline: boolean;
};

/** The last guidance. It is kept in memory and, like drafts, survives our own reloads; it ends with the tab. */
export const letterQuery = queryOptions<Letter>({
  queryKey: ['guidance', 'letter'],
  queryFn: skipToken,
});

const DRAFT = 'letter';

export function keepLetter(client: QueryClient, letter: Letter): void {
  keepDraft(DRAFT, letter);
  if (letter.topic) noteShown(letter.topic.scripture.reference);
  client.setQueryData(letterQuery.queryKey, letter);
}

/** The letter carried over by our own reload. */
export const carriedLetter = () => draft<Letter>(DRAFT);

export const requestGuidance = (request: GuidanceRequest): Promise<Guidance> => {
  const shown = shownToday();
  return postJson('/api/guidance', shown.length > 0 ? { ...request, shown } : request);
};

/** The letter of a situation or topic, with a passage that was not shown today. It is not counted. */
export const readLetter = (id: string) =>
  getJson(
    `/api/letters/${encodeURIComponent(id)}?${new URLSearchParams({ shown: shownToday().join(',') })}`,
  ) as Promise<Answer<'/api/letters/{slug}', 'get'>>;

export const reportTestimony = (id: string) =>
  change('post', '/api/testimonies/{id}/report', { id });
