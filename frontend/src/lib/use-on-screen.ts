/** What is on the screen under a name: an answer that comes late is told there, also when the form that asked is gone. */
import { useLayoutEffect } from 'react';

const shown = new Map<string, unknown>();

/** Puts `part` on the screen, and gives what is there at the time of asking. */
export function useOnScreen<T>(name: string, part: T): () => T | undefined {
  useLayoutEffect(() => {
    shown.set(name, part);
    return () => void shown.delete(name);
  });
  return () => shown.get(name) as T | undefined;
}
