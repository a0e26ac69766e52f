import { useEffect, useRef } from 'react';

/**
 * Without a key, a tap or a turn of the wheel for so long, nobody is taken to be there. Regular requests then end, too,
 * so that they do not keep the session of an empty chair alive.
 */
const AWAY_AFTER_MS = 5 * 60_000;

const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

interface Acts {
  /** At once, then regularly while somebody is there and the tab is visible. */
  act(): void;
  /** When the tab is hidden. */
  leave?(): void;
}

/** Does something regularly while somebody is there. It begins anew with each `subject`. */
export function useWhileHere(subject: string, everyMs: number, acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject begins anew.
  useEffect(() => {
    let lastSign = Date.now();
    const sign = () => {
      lastSign = Date.now();
    };
    const act = () => {
      if (!document.hidden && Date.now() - lastSign < AWAY_AFTER_MS) latest.current.act();
    };
    const turn = () => {
      if (document.hidden) latest.current.leave?.();
      else {
        sign();
        act();
      }
    };
    act();
    const timer = setInterval(act, everyMs);
    document.addEventListener('visibilitychange', turn);
    for (const name of SIGNS) window.addEventListener(name, sign, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      for (const name of SIGNS) window.removeEventListener(name, sign);
    };
  }, [subject, everyMs]);
}
