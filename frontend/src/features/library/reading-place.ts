/**
 * The last page that somebody read in the library. Only this device has it; signing out deletes it. It belongs to one
 * session, so that the next user of this browser does not see it.
 */
import { useSyncExternalStore } from 'react';
import { sessionMark } from '@/lib/remembered';
import { read, remove, write } from '@/lib/storage';

const KEY = 'stillwater:reading';
const listeners = new Set<() => void>();

export interface ReadingPlace {
  book: string;
  title: string;
  page: number;
}

function changed() {
  for (const listener of listeners) listener();
}

export function noteReadingPlace(place: ReadingPlace): void {
  write('local', KEY, JSON.stringify({ ...place, session: sessionMark() }));
  changed();
}

/** Forgets the place, if it is in this book. */
export function forgetReadingPlace(book: string): void {
  if (parsed(read('local', KEY))?.book !== book) return;
  remove('local', KEY);
  changed();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `null` if nothing was read here, or nothing of it can be parsed. */
export const useReadingPlace = (): ReadingPlace | null =>
  parsed(useSyncExternalStore(subscribe, () => read('local', KEY)));

function parsed(kept: string | null): ReadingPlace | null {
  try {
    const place: (ReadingPlace & { session?: unknown }) | null = JSON.parse(kept ?? 'null');
    const isOfThisSession = place?.session === sessionMark();
    return place?.book && place.title && place.page > 0 && isOfThisSession ? place : null;
  } catch {
    return null;
  }
}

export const linkTo = ({ book, page }: ReadingPlace) =>
  `/library/${encodeURIComponent(book)}?page=${page}`;
