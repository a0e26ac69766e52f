import topics from '@content/topics.json';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { getJson, postJson } from '@/lib/api/client';
import { apiQuery } from '@/lib/api/query';
import type { Answer, Guidance, GuidanceRequest, Topic } from '@/lib/api/types';
import { draft, keepDraft } from '@/lib/drafts';
import { currentLanguage } from '@/lib/language';
import { noteShownLetter } from '@/lib/shown-letter';
import { noteShown, shownLetters, shownPassages } from '@/lib/shown-passages';
import { translationWanted } from '@/lib/translation';
import { isPassageAlone, keptText } from './kept-letter';

export const topicsQuery = apiQuery('/api/topics');

/** The bundled topics, shown before the server answers and when it does not. */
export const bundledTopics: readonly Topic[] = topics;

export const usageQuery = apiQuery('/api/usage');

/** The verses of a passage in a translation, with some around it. */
export const versesQuery = (reference: string, translation: string, around: number) =>
  apiQuery('/api/scripture/{reference}', { reference }, { around, translation });

/** The data of the result screen. `offline` marks a bundled message. */
export type Letter = Pick<
  Guidance,
  | 'language'
  | 'topic'
  | 'asked'
  | 'situation'
  | 'discreet'
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
  /** Whether to ask if it was near: it answers what somebody told or chose just now, without any danger in it. */
  asksNear?: boolean;
};

/** The last guidance. It is kept in memory and, like drafts, survives our own reloads; it ends with the tab. */
export const letterQuery = queryOptions<Letter>({
  queryKey: ['guidance', 'letter'],
  queryFn: skipToken,
});

const DRAFT = 'letter';

export function keepLetter(client: QueryClient, letter: Letter): void {
  keepDraft(DRAFT, letter);
  noteLetter(letter);
  noteForReload(letter);
  client.setQueryData(letterQuery.queryKey, letter);
}

/** Notes what was shown. A passage that was asked for may come again. */
export function noteLetter({ topic, situation, discreet, asked }: Letter): void {
  if (!topic || asked) return;
  const { reference } = topic.scripture;
  noteShown({ reference, letter: situation?.id ?? topic.id, discreet }, keptText() !== null);
}

/** Nothing of a discreet letter is left on the device, not even its id. */
function noteForReload({ topic, situation, discreet, asked, language }: Letter): void {
  if (!topic || discreet) {
    noteShownLetter(null);
    return;
  }
  const { reference } = topic.scripture;
  const isAlone = asked || isPassageAlone(topic);
  noteShownLetter({ id: situation?.id ?? topic.id, reference, asked: isAlone, language });
}

/** The letter carried over by our own reload. */
export const carriedLetter = () => draft<Letter>(DRAFT);

export const requestGuidance = (request: GuidanceRequest): Promise<Guidance> => {
  const [shown, letters] = [shownPassages(), shownLetters()];
  return postJson('/api/guidance', {
    language: currentLanguage(),
    ...request,
    ...(shown.length > 0 && { shown }),
    ...(letters.length > 0 && { shownLetters: letters }),
    ...translationWanted(),
  });
};

type LetterAnswer = Answer<'/api/letters/{slug}', 'get'>;

/**
 * The letter of a situation or topic in a language, with this passage or else with one that was not shown before. It is
 * not counted.
 */
export const readLetter = (id: string, language: string, passage?: string) => {
  const wanted = passage === undefined ? { shown: shownPassages().join(',') } : { passage };
  const query = new URLSearchParams({ ...wanted, language, ...translationWanted() });
  return getJson(`/api/letters/${encodeURIComponent(id)}?${query}`) as Promise<LetterAnswer>;
};

/** The data of the result screen for a letter without words of its reader. */
export const letterFrom = (answer: LetterAnswer): Letter => ({
  ...answer,
  asked: false,
  alsoAbout: null,
  unreadLanguage: null,
  testimonies: [],
  sources: [],
  offline: false,
});

/** Counted by letter and passage alone. */
export const sayWhetherNear = (id: string, near: boolean, passage: string) =>
  change('post', '/api/letters/{slug}/near', { id, body: { near, passage } });

export const prayForTestimony = (id: string) =>
  change('post', '/api/testimonies/{id}/prayed', { id });

export const reportTestimony = (id: string) =>
  change('post', '/api/testimonies/{id}/report', { id });
