/** The first words of a story as its title, and the part of it that a card shows. */
import type { StaffTestimony } from './types';

/** How many characters a title may have; it is cut between words. */
const MAX_TITLE = 60;
/** How much of a story a card shows, and how much of it before the first word that speaks for danger. */
const MAX_EXCERPT = 220;
const BEFORE_MARK = 60;

/** The first words of a story, without half a word or half a placeholder at the end. */
export function firstWords(text: string): string {
  const [line = ''] = text.trim().split('\n');
  if (line.length <= MAX_TITLE) return line;
  const cut = line.slice(0, MAX_TITLE + 1);
  const open = cut.lastIndexOf('[');
  const whole = open > cut.lastIndexOf(']') ? cut.slice(0, open) : cut;
  const words = whole.slice(0, Math.max(whole.lastIndexOf(' '), 0)) || line.slice(0, MAX_TITLE);
  return `${words.trimEnd().replace(/[,;:.–-]+$/, '')}…`;
}

/** The first words of stories by their id. */
export const titlesOf = (
  testimonies: readonly Pick<StaffTestimony, 'id' | 'redactedText'>[],
): ReadonlyMap<string, string> =>
  new Map(testimonies.map(({ id, redactedText }) => [id, firstWords(redactedText ?? '')]));

export interface Excerpt {
  start: number;
  end: number;
}

/** What a card shows: what surrounds the first words that speak for danger, or else the beginning. */
export function excerptOf({
  redactedText,
  dangerMarks: [mark],
}: Pick<StaffTestimony, 'redactedText' | 'dangerMarks'>): Excerpt {
  const text = redactedText ?? '';
  if (!mark || mark.end <= MAX_EXCERPT)
    return { start: 0, end: Math.min(text.length, MAX_EXCERPT) };
  const about = Math.max(0, mark.start - BEFORE_MARK);
  const space = text.indexOf(' ', about);
  const start = space !== -1 && space < mark.start ? space + 1 : about;
  return { start, end: Math.min(text.length, Math.max(mark.end, start + MAX_EXCERPT)) };
}
