/** Text shared from another app. The service worker holds it in memory until the page requests it. */

/** The query parameter that the worker sets on its redirect after a share. */
const MARK = 'shared';
const REPLY_TIMEOUT_MS = 1000;

/** Returns the shared text once, and removes the parameter from the URL. */
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
    setTimeout(() => resolve(null), REPLY_TIMEOUT_MS);
    worker.postMessage({ type: 'TAKE_SHARED' }, [port2]);
  });
}
