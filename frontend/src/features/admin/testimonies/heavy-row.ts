/** How many heavy stories somebody has decided in a row. In the memory of this tab alone; nobody else learns of it. */
import { useSyncExternalStore } from 'react';
import type { StaffTestimony } from '../types';

/** After so many, a pause is suggested. */
export const HEAVY_ROW = 20;
/** Somebody who did something else for so long has had their pause. */
const PAUSE_MS = 20 * 60_000;

let row = 0;
let lastAt = 0;
const listeners = new Set<() => void>();

function set(next: number) {
  row = next;
  for (const listener of listeners) listener();
}

/** A story is heavy if it tells of danger, or of danger in the past. Any other one ends the row. */
export function noteDecided(
  { crisisSeverity }: Pick<StaffTestimony, 'crisisSeverity'>,
  now = Date.now(),
) {
  const isPaused = now - lastAt > PAUSE_MS;
  lastAt = now;
  if (crisisSeverity === 0) {
    // A suggestion that stands there stays until it is answered.
    if (row < HEAVY_ROW) set(0);
    return;
  }
  set(isPaused && row < HEAVY_ROW ? 1 : row + 1);
}

/** The suggestion was read: counting begins anew. */
export const beginAnew = () => set(0);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNeedsPause = () => useSyncExternalStore(subscribe, () => row >= HEAVY_ROW);
