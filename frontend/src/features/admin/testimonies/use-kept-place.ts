import { useLayoutEffect, useRef } from 'react';

interface Kept {
  story: string;
  top: number;
}

/** Keeps what the reader sees of the list in its place when stories come in above it. */
export function useKeptPlace() {
  const ref = useRef<HTMLUListElement>(null);
  const kept = useRef<Kept | null>(null);

  // After every change of the list while it is loaded anew.
  useLayoutEffect(() => {
    const before = kept.current;
    const list = ref.current;
    const top = before && topOf(list, before.story);
    if (!before || !list || top === null) return;
    const moved = top - before.top;
    if (Math.abs(moved) < 1) return;
    // On a phone the page scrolls, on a wide screen the list.
    if (list.scrollHeight > list.clientHeight) list.scrollTop += moved;
    else window.scrollBy(0, moved);
  });

  return {
    ref,
    /** Keeps the place of the first story in sight while `change` lasts. */
    whileLoading: async (change: () => Promise<unknown>) => {
      kept.current = firstInSight(ref.current);
      // The reader may go on scrolling meanwhile.
      const scrolled = () => {
        kept.current = firstInSight(ref.current);
      };
      window.addEventListener('wheel', scrolled, { passive: true });
      window.addEventListener('touchmove', scrolled, { passive: true });
      try {
        await change();
        // The new list is on screen with the next frame.
        await new Promise(requestAnimationFrame);
      } finally {
        window.removeEventListener('wheel', scrolled);
        window.removeEventListener('touchmove', scrolled);
        kept.current = null;
      }
    },
  };
}

const topOf = (list: HTMLElement | null, story: string): number | null =>
  list?.querySelector(`[data-story="${story}"]`)?.getBoundingClientRect().top ?? null;

function firstInSight(list: HTMLElement | null): Kept | null {
  const edge = Math.max(0, list?.getBoundingClientRect().top ?? 0);
  const items = list?.querySelectorAll<HTMLElement>('[data-story]') ?? [];
  for (const item of items) {
    const { top, bottom } = item.getBoundingClientRect();
    const { story } = item.dataset;
    if (story && bottom > edge) return { story, top };
  }
  return null;
}
