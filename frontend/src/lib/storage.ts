/**
 * Wrappers of the browser's storage, which may be full, blocked or absent: then nothing is stored and nothing fails.
 */
export type Kept = 'local' | 'session';

/** One of the two storages. Access may throw where storage is forbidden: `read`, `write` and `remove` don't. */
export const store = (kept: Kept): Storage =>
  kept === 'local' ? window.localStorage : window.sessionStorage;

export function read(kept: Kept, key: string): string | null {
  try {
    return store(kept).getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value was stored. A private window may refuse it. */
export function write(kept: Kept, key: string, value: string): boolean {
  try {
    store(kept).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function remove(kept: Kept, key: string): void {
  try {
    store(kept).removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
