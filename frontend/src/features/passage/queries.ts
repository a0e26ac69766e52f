/** A passage by its reference: from the server, or from the passages that came with the app. */
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import type { Answer } from '@/lib/api/types';
import type { Passage } from '@/lib/passage';

export const passageQuery = (reference: string, translation: string) =>
  queryOptions<Passage>({
    queryKey: ['passage', reference, translation],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ around: '0', translation });
      const path = `/api/scripture/${encodeURIComponent(reference)}?${query}`;
      try {
        const answer = (await getJson(path, signal)) as Answer<'/api/scripture/{reference}', 'get'>;
        const text = answer.verses.map((verse) => verse.text).join(' ');
        return { reference: answer.reference, text, translation: answer.translation };
      } catch (error) {
        const bundled = isApiError(error) ? null : await bundledPassage(reference, translation);
        if (!bundled) throw error;
        return bundled;
      }
    },
  });

async function bundledPassage(reference: string, translation: string): Promise<Passage | null> {
  const { default: topics } =
    translation === 'rv1909'
      ? await import('@content/guidance.es.json')
      : await import('@content/guidance.json');
  const passages = topics.flatMap(({ scripture }) => scripture);
  return passages.find((passage) => passage.reference === reference) ?? null;
}
