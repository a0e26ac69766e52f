/** A tooltip for an icon button: after 700 ms under the pointer, at once on keyboard focus. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

const TOOLTIP_DELAY = 700;

interface TooltipProps {
  text: string;
  children: ReactNode;
  side?: 'top' | 'bottom';
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };

  // Before it is painted, so that people can close what they see.
  useLayoutEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes its button, which stays the control.
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return;
        timer.current = setTimeout(() => setOpen(true), TOOLTIP_DELAY);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setOpen(true);
      }}
      onBlur={hide}
    >
      {children}
      {open && (
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
