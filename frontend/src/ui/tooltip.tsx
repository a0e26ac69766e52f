/** A tooltip for an icon button: after 700 ms under the pointer, at once on keyboard focus. */
import { type ReactNode, useLayoutEffect, useState } from 'react';

const TOOLTIP_DELAY = 700;

interface TooltipProps {
  text: string;
  children: ReactNode;
  side?: 'top' | 'bottom';
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const [phase, setPhase] = useState<'waiting' | 'open' | null>(null);
  const hide = () => setPhase(null);

  // Before it is painted, so that people can close what they see. While it waits, Escape keeps it away.
  useLayoutEffect(() => {
    if (!phase) return;
    const timer =
      phase === 'waiting' ? setTimeout(() => setPhase('open'), TOOLTIP_DELAY) : undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPhase(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [phase]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes its button, which stays the control.
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') setPhase((now) => now ?? 'waiting');
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setPhase('open');
      }}
      onBlur={hide}
    >
      {children}
      {phase === 'open' && (
        <span
          // The button already has this text as its accessible name.
          aria-hidden="true"
          data-tooltip
          className={`appear absolute left-1/2 z-30 w-max max-w-60 -translate-x-1/2 rounded-small bg-ink px-3 py-1.5 text-small text-on-ink shadow-lift ${side === 'top' ? 'bottom-[calc(100%+6px)]' : 'top-[calc(100%+6px)]'}`}
        >
          {text}
        </span>
      )}
    </span>
  );
}
