/** Whether the user is still on the screen that sent a request: a late response must not navigate elsewhere. */
import { useEffect, useRef } from 'react';

export function useIsHere(): () => boolean {
  const place = useRef<string | null>(null);
  // No layout effect: React ends those while a lazy part hides the screen for a moment.
  useEffect(() => {
    place.current = window.location.pathname;
    return () => {
      place.current = null;
    };
  }, []);
  // The URL changes at once; the previous screen stays mounted until the next chunk has loaded.
  return () => place.current === window.location.pathname;
}

/** The same outside screens: whether the path is still the current one. */
export function hereNow(): () => boolean {
  const place = window.location.pathname;
  return () => place === window.location.pathname;
}
