/**
 * When the app checks for a new version: at the start, on `online`, and when the page becomes visible. It also checks
 * every 30 s while visible and every 5 min while hidden. Each delay is randomised, so that browsers do not all check
 * at once.
 */
const WHILE_VISIBLE_MS = 30_000;
const WHILE_HIDDEN_MS = 300_000;
const JITTER = 0.2;

const isVisible = () => document.visibilityState === 'visible';

/** Starts the clock; returns the function that stops it. */
export function startUpdateClock(
  check: () => void,
  random: () => number = Math.random,
): () => void {
  let timer: ReturnType<typeof setTimeout>;

  const wait = () => {
    const pause = isVisible() ? WHILE_VISIBLE_MS : WHILE_HIDDEN_MS;
    timer = setTimeout(tick, pause * (1 - JITTER + 2 * JITTER * random()));
  };
  const tick = () => {
    clearTimeout(timer);
    // Offline there is nothing to check; `online` triggers the next one.
    if (navigator.onLine) check();
    wait();
  };
  const onVisibility = () => {
    if (isVisible()) {
      tick();
      return;
    }
    clearTimeout(timer);
    wait();
  };

  tick();
  window.addEventListener('online', tick);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', tick);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
