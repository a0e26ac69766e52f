/** Whether somebody is still on the screen that asked: an answer that comes late must not take them away from another. */
import { useLayoutEffect, useRef } from 'react';

export function useIsHere(): () => boolean {
  const place = useRef<string | null>(null);
  useLayoutEffect(() => {
    place.current = window.location.pathname;
    return () => {
      place.current = null;
    };
  }, []);
  // The address changes at once; the screen before stays until the code of the next one is here.
  return () => place.current === window.location.pathname;
}

/** The same for what stands around every screen: whether somebody is still where they are now. */
export function hereNow(): () => boolean {
  const place = window.location.pathname;
  return () => place === window.location.pathname;
}
