/** The psalm of a date and hour. It is in the app, so it is there offline, and the same for everybody. */
import english from 'virtual:psalms';
import { hourOf } from '@/lib/hour';
import { named, useWords } from '@/lib/language';
import type { Passage } from '@/lib/passage';

const MS_PER_DAY = 86_400_000;
const END_OF_NIGHT = 5;

/** By hour. */
export const psalms = named('psalm/psalms', english);

/** In the visitor's language. */
export const usePsalm = (now: Date): Passage => psalmAt(now, useWords(psalms));

export function psalmAt(now: Date, all = psalms): Passage {
  const ofHour = all[hourOf(now)];
  const psalm = ofHour[dayNumber(now) % ofHour.length];
  if (!psalm) throw new Error('There is no psalm for this hour.');
  return psalm;
}

/**
 * The days since 1970 on the visitor's calendar. A night belongs to the day on which it began: who lies awake past
 * midnight sees the same psalm.
 */
function dayNumber(now: Date): number {
  const isAfterMidnight = now.getHours() < END_OF_NIGHT;
  const date = now.getDate() - (isAfterMidnight ? 1 : 0);
  return Date.UTC(now.getFullYear(), now.getMonth(), date) / MS_PER_DAY;
}
