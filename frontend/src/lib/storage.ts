/** The browser's two stores, which may be full, blocked or absent: then nothing is kept and nothing breaks. */
export type Kept = 'local' | 'session';

/** One of the two. It may throw where the browser forbids storage: `read`, `write` and `remove` don't. */
export const store = (kept: Kept): Storage =>
  kept === 'local' ? window.localStorage : window.sessionStorage;

export function read(kept: Kept, key: string): string | null {
  try {
    return store(kept).getItem(key);
  } catch {
    return null;
  }
}

/** Says whether it is kept. A private window without storage still works; it only remembers less. */
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
    // Nothing was kept, so nothing has to go.
  }
}
