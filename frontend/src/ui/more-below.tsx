import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Icon } from './icon';

interface MoreBelowProps {
  /** An empty element at the end of the scrolling part. */
  end: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A bar below a scrolling part that says so while its end is not in sight, and leads on. */
export function MoreBelow({ end, children }: MoreBelowProps) {
  const [isBelow, setBelow] = useState(false);

  useEffect(() => {
    const last = end.current;
    if (!last) return;
    const watch = new IntersectionObserver(
      ([entry]) => setBelow(entry !== undefined && !entry.isIntersecting),
      { root: last.parentElement },
    );
    watch.observe(last);
    return () => watch.disconnect();
  }, [end]);

  if (!isBelow) return null;
  const scroll = () => {
    const part = end.current?.parentElement;
    // A line of what was in sight stays, so that nobody loses the place.
    part?.scrollBy({ top: part.clientHeight - 64 });
  };
  return (
    <button
      type="button"
      onClick={scroll}
      className="flex min-h-11 w-full items-center justify-center gap-2 border-t border-line bg-sunk text-label font-semibold text-water"
    >
      {children}
      <Icon name="down" className="size-5" />
    </button>
  );
}
