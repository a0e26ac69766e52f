import topics from '@content/topics.json';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Guidance, GuidanceRequest, Topic } from '@/lib/api/types';
import { draft, keepDraft } from '@/lib/drafts';

export const topicsQuery = apiQuery('/api/topics');

/** The chips as they came with the app: there before the server answers, and when it doesn't. */
export const bundledTopics: readonly Topic[] = topics;

export const usageQuery = apiQuery('/api/usage');

/** The verses around a passage. */
export const aroundQuery = (reference: string) =>
  apiQuery('/api/scripture/{reference}', { reference }, { around: 3 });

/** What the result screen shows. `offline` marks a message that came with the app. */
export type Letter = Pick<Guidance, 'topic' | 'related' | 'testimonies' | 'sources'> & {
  offline: boolean;
};

/** The last guidance. It lives in memory, and like a draft it survives a reload of our own; it is gone with the tab. */
export const letterQuery = queryOptions<Letter>({
  queryKey: ['guidance', 'letter'],
  queryFn: skipToken,
});

const DRAFT = 'letter';

export function keepLetter(client: QueryClient, letter: Letter): void {
  keepDraft(DRAFT, letter);
  client.setQueryData(letterQuery.queryKey, letter);
}

/** The letter that a reload of our own has carried over. */
export const carriedLetter = () => draft<Letter>(DRAFT);

export const requestGuidance = (request: GuidanceRequest): Promise<Guidance> =>
  postJson('/api/guidance', request);

export const reportStory = (id: string) => change('post', '/api/testimonies/{id}/report', { id });
