/**
 * Scroll and focus on navigation: a new screen starts at the top with focus on its content. Going back and reloading
 * restore the scroll position.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { pathHere } from '@/lib/remembered';
import { read, remove, write } from '@/lib/storage';

const KEY = 'stillwater:places';
let places: Record<string, number> | null = null;

/** Scroll positions of this tab's history entries, restored after a reload. */
function known(): Record<string, number> {
  if (places) return places;
  const kept = read('session', KEY);
  remove('session', KEY);
  try {
    places = JSON.parse(kept ?? '{}') as Record<string, number>;
  } catch {
    places = {};
  }
  if (isOpenedAnew()) delete places[entryName(pathHere(), FIRST_KEY)];
  return places;
}

/** Whether this document was opened by a link, a shortcut or its address, not by reloading or going back. */
function isOpenedAnew(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return loaded?.type === 'navigate';
}

/** The router's key of the first entry of every document. */
const FIRST_KEY = 'default';

/** The path is part of the name, because the first entries of all documents have the same key. */
const entryName = (pathname: string, key: string) => `${pathname} ${key}`;

export function useScrollAndFocus(): void {
  const { key, pathname } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  const entry = entryName(pathname, key);
  const shown = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const keep = () => write('session', KEY, JSON.stringify(known()));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);

  // Only a change of path scrolls: a filter that changes the query does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the entry at the time of navigation counts.
  useLayoutEffect(() => {
    window.scrollTo(0, cameBack ? (known()[entry] ?? 0) : 0);
    // After a page load, focus is at the start of the document already.
    const moved = shown.current !== null && shown.current !== pathname;
    if (moved) document.getElementById('main')?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  // A layout effect, so that the scroll event caused above is recorded for the new entry.
  useLayoutEffect(() => {
    const remember = () => {
      known()[entry] = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [entry]);
}
