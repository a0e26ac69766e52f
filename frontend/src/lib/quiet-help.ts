/**
 * Whether help is offered quietly for the rest of the visit: after the crisis dialog, or when words may have told of
 * danger. It stays in memory only, so that nothing on a shared device tells of it.
 */
import { useSyncExternalStore } from 'react';

/** Why it is offered: the words may tell of danger, or they did and the dialog was shown. */
export type Reason = 'possible' | 'danger';

let reason: Reason | null = null;
const listeners = new Set<() => void>();

function set(next: Reason | null) {
  reason = next;
  for (const listener of listeners) listener();
}

/** Offers it from now on. After the dialog it stays worded for that. */
export function offerQuietHelp(why: Reason): void {
  if (reason !== 'danger') set(why);
}

/** Called when the person hides it or leaves. */
export const forgetQuietHelp = () => set(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useQuietHelp = () => useSyncExternalStore(subscribe, () => reason);
