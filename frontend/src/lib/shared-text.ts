/** Text that another app shares with this one. The worker holds it, in memory only, until the page asks. */

/** The mark on the address to which the worker leads after a share. */
const MARK = 'shared';
const PATIENCE_MS = 1000;

/** What was shared, once; the mark leaves the address. */
export async function takeSharedText(): Promise<string | null> {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(MARK)) return null;
  url.searchParams.delete(MARK);
  window.history.replaceState(null, '', url);
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : null);
    setTimeout(() => resolve(null), PATIENCE_MS);
    worker.postMessage({ type: 'TAKE_SHARED' }, [port2]);
  });
}
