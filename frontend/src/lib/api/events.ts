/** Server-sent events with connection state. */

/** Whether the stream is open, or is reconnecting. */
export type Link = 'open' | 'lost';

interface Listening {
  /** Handlers by event type. */
  on: Record<string, (data: unknown) => void>;
  onLink(link: Link): void;
}

const FIRST_WAIT_MS = 1000;
const MAX_BACKOFF_MS = 30_000;

/**
 * Subscribes until the returned function is called. The browser reconnects a broken stream by itself, but gives up
 * after an error response. In that case the stream is reopened here with growing delays.
 */
export function listen(path: string, { on, onLink }: Listening): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;

  const open = () => {
    source = new EventSource(path);
    source.onopen = () => {
      wait = FIRST_WAIT_MS;
      onLink('open');
    };
    source.onerror = () => {
      onLink('lost');
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, MAX_BACKOFF_MS);
    };
    for (const [name, handle] of Object.entries(on)) {
      source.addEventListener(name, (event) => handle(JSON.parse((event as MessageEvent).data)));
    }
  };
  // Reconnects at once when the network returns.
  const hurry = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    open();
  };

  open();
  window.addEventListener('online', hurry);
  return () => {
    window.removeEventListener('online', hurry);
    clearTimeout(timer);
    source.close();
  };
}
