/** Server-sent events: what the server tells as it happens, and whether it can be heard at all. */

/** Whether the stream is open, or was lost and is being opened again. */
export type Link = 'open' | 'lost';

interface Listening {
  /** What to do with the data of each kind of event. */
  on: Record<string, (data: unknown) => void>;
  onLink(link: Link): void;
}

const FIRST_WAIT_MS = 1000;
const MAX_BACKOFF_MS = 30_000;

/**
 * Listens until the returned function is called. The browser opens a broken stream again by itself,
 * but gives one up that was answered with an error: that one is opened again here, less and less often.
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
  // Back on the network there is nothing to wait for.
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
