/**
 * When the app asks for a new version of itself: at the start, when the network or the screen comes back, every 30 s
 * while somebody looks and every 5 min while nobody does. Each wait is drawn anew, so that not all browsers ask at once.
 */
const WHILE_VISIBLE_MS = 30_000;
const WHILE_HIDDEN_MS = 300_000;
const JITTER = 0.2;

const isVisible = () => document.visibilityState === 'visible';

/** Starts the clock; the answer stops it. */
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
    // Without a network there is nobody to ask; `online` comes when there is.
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
