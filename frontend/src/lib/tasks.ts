/** When work is done, so that touches and pictures need not wait for it. */

declare global {
  /** Not in every browser: https://wicg.github.io/scheduling-apis/ */
  var scheduler: { yield?(): Promise<void> } | undefined;
}

/** A browser that never rests, or cannot say that it does, is asked to work after so long. */
const PATIENCE_MS = 2000;

/** What follows runs in a task of its own: a touch, or the next picture, comes between. */
export const ownTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

/** What follows runs when there is nothing else to do. */
export const idle = (): Promise<void> =>
  new Promise((go) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => go(), { timeout: PATIENCE_MS });
    else setTimeout(go, PATIENCE_MS);
  });
