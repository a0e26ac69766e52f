/** Scheduling helpers, so that work does not delay input or painting. */

declare global {
  /** Not in every browser: https://wicg.github.io/scheduling-apis/ */
  var scheduler: { yield?(): Promise<void> } | undefined;
}

/** The longest wait in a browser that is never idle or lacks `requestIdleCallback`. */
const IDLE_TIMEOUT_MS = 2000;

/** Yields to the event loop: the code after it runs in a new task, after pending input and painting. */
export const ownTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

/** Waits until the browser is idle. */
export const idle = (): Promise<void> =>
  new Promise((go) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => go(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(go, IDLE_TIMEOUT_MS);
  });
