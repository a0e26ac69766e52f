/**
 * What this device knows of the letters that the account keeps: ids only. It tells what to add to the account, what to
 * remove from it, and what another device has removed. Signing out deletes it with the letters.
 */
import { useSyncExternalStore } from 'react';
import { read, remove, write } from '@/lib/storage';

const KEY = 'stillwater:letters-account';

export interface AccountRecord {
  /** The id of the user. */
  of: string;
  /** Since when the account keeps letters: once it stopped and began again, nothing that was known holds. */
  since: string;
  /** Whether it takes more letters. */
  premium: boolean;
  /** The letters that it had when it was last asked. */
  had: string[];
  /** Those removed here and perhaps not there yet. */
  gone: string[];
}

const listeners = new Set<() => void>();

const recordText = () => read('local', KEY);

/** Nothing if the account keeps no letters, as far as this device knows. */
export function accountRecord(): AccountRecord | null {
  try {
    return JSON.parse(recordText() ?? 'null');
  } catch {
    return null;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useAccountRecord(): AccountRecord | null {
  useSyncExternalStore(subscribe, recordText);
  return accountRecord();
}

function changed() {
  for (const listener of listeners) listener();
}

export function noteAccount(record: AccountRecord): void {
  write('local', KEY, JSON.stringify(record));
  changed();
}

export function forgetAccount(): void {
  remove('local', KEY);
  changed();
}

const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id);

/** Notes letters that were removed on this device. */
export function noteGone(ids: readonly string[]): void {
  const record = accountRecord();
  if (record) noteAccount({ ...record, gone: [...record.gone, ...ids] });
}

/** Notes that the account lacks a letter: it was removed there, or put back here. */
export function noteLacking(id: string): void {
  const record = accountRecord();
  if (record)
    noteAccount({ ...record, had: without(record.had, id), gone: without(record.gone, id) });
}

/** Tells the account what changed here, if it keeps letters; without a connection, when it is back. */
export function tellAccount(): void {
  if (!accountRecord()) return;
  import('./account-letters')
    .then(({ sync }) => sync())
    .catch(() => window.addEventListener('online', tellAccount, { once: true }));
}
