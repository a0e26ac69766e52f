import { useSyncExternalStore } from 'react';

/** The CSS breakpoint for list and testimony side by side. */
const WIDE = '(min-width: 62rem)';

function subscribe(listener: () => void) {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

export const useWide = () =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(WIDE).matches ?? false);
