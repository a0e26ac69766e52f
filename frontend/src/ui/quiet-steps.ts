/** The steps of two quiet minutes with a passage. */
import { linesOf } from '@/lib/passage';

export type QuietStep = { seconds: number } & (
  | { kind: 'in' | 'out' | 'silence' | 'end' }
  | { kind: 'line' | 'prayer'; index: number }
);

/** Out is longer than in, which calms. */
const BREATH = [
  { kind: 'in', seconds: 4 },
  { kind: 'out', seconds: 6 },
] as const;
const BREATHS = 3;
const SILENCE_SECONDS = 30;
/** About two words a second, slower than people read aloud. */
const CHARACTERS_PER_SECOND = 11;
const MIN_LINE_SECONDS = 4;

const secondsFor = (line: string) =>
  Math.max(MIN_LINE_SECONDS, Math.round(line.length / CHARACTERS_PER_SECOND));

export interface QuietMinutes {
  lines: readonly string[];
  prayer: readonly string[];
  steps: readonly QuietStep[];
}

/** Breath, the passage line by line, silence, and the prayer if there is one. */
export function quietMinutes(text: string, prayer: string | null): QuietMinutes {
  const lines = linesOf(text);
  const prayed = (prayer ?? '').split('\n').filter((line) => line.trim() !== '');
  const timed = (kind: 'line' | 'prayer', of: readonly string[]) =>
    of.map((line, index) => ({ kind, index, seconds: secondsFor(line) }));
  return {
    lines,
    prayer: prayed,
    steps: [
      ...Array.from({ length: BREATHS }, () => BREATH).flat(),
      ...timed('line', lines),
      { kind: 'silence', seconds: SILENCE_SECONDS },
      ...timed('prayer', prayed),
      { kind: 'end', seconds: Number.POSITIVE_INFINITY },
    ],
  };
}
