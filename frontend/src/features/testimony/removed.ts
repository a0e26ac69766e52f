/** Counts what redaction removed from a testimony, by its placeholders. */
import { currentWords } from '@/lib/language';
import { removed } from './words';

const placeholder = new RegExp(`\\[(${Object.keys(removed).join('|')})(?: \\d+)?\\]`, 'g');

export interface Removed {
  total: number;
  /** `2 names`, `1 place`: in order of appearance. */
  kinds: string[];
}

/** Each placeholder counts, even if the same person is named twice. */
export function removedFrom(redactedText: string): Removed {
  const counts = new Map<string, number>();
  for (const [, kind = ''] of redactedText.matchAll(placeholder)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const words: Readonly<Record<string, readonly [string, string]>> = currentWords(removed);
  const kinds = [...counts].map(([kind, count]) => {
    const [one, several] = words[kind] ?? [kind, kind];
    return `${count} ${count === 1 ? one : several}`;
  });
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), kinds };
}
