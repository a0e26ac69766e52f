/**
 * Arriving at a screen: it begins at its top, and focus goes to its content, where reading begins.
 * Going back, and loading again, find the place where one was.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { read, remove, write } from '@/lib/storage';

const KEY = 'stillwater:places';
let places: Record<string, number> | null = null;

/** The places of this tab's history; after a reload, as they were before it. */
function known(): Record<string, number> {
  if (places) return places;
  const kept = read('session', KEY);
  remove('session', KEY);
  try {
    places = JSON.parse(kept ?? '{}') as Record<string, number>;
  } catch {
    places = {};
  }
  return places;
}

export function useArrival(): void {
  const { key, pathname } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  // The first entry of every document has the same key, so the screen's address is part of the name.
  const entry = `${pathname} ${key}`;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const keep = () => write('session', KEY, JSON.stringify(known()));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);

  // Only another screen scrolls: a filter that changes the address leaves the page where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry of the moment of arrival is meant.
  useLayoutEffect(() => {
    window.scrollTo(0, cameBack ? (known()[entry] ?? 0) : 0);
    // A document that just opened has its focus at the start already.
    const moved = shown.current !== null && shown.current !== pathname;
    if (moved) document.getElementById('main')?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  // Before the browser tells of the scroll above, which belongs to the new entry already.
  useLayoutEffect(() => {
    const remember = () => {
      known()[entry] = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [entry]);
}
