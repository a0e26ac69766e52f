/**
 * The currently mounted instance of a form by name: a late response updates it, even if the sending form is
 * unmounted.
 */
import { useLayoutEffect } from 'react';

const shown = new Map<string, unknown>();

/** Registers `part` while mounted; the returned function gives the instance mounted at call time. */
export function useOnScreen<T>(name: string, part: T): () => T | undefined {
  useLayoutEffect(() => {
    shown.set(name, part);
    return () => void shown.delete(name);
  });
  return () => shown.get(name) as T | undefined;
}
