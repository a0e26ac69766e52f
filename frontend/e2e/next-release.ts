/** A reverse proxy that can simulate a deploy by serving a changed service worker. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Releases {
  origin: string;
  /** Serves a changed service worker from now on. */
  release(): void;
  close(): Promise<void>;
}

export async function releasesOf(product: string): Promise<Releases> {
  let release = 1;
  const server: Server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', product);
    const headers = { ...incoming.headers };
    // The proxied worker must arrive uncompressed and never as 304, because its body is changed.
    if (pathname === '/sw.js') {
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) {
        delete headers[name];
      }
    }
    const passed = request(
      new URL(incoming.url ?? '/', product),
      { method: incoming.method, headers },
      (answer) => {
        const { 'content-length': length, ...kept } = answer.headers;
        const isWorker = pathname === '/sw.js';
        outgoing.writeHead(
          answer.statusCode ?? 502,
          isWorker || length === undefined ? kept : { ...kept, 'content-length': length },
        );
        answer.pipe(outgoing, { end: !isWorker });
        if (isWorker) answer.on('end', () => outgoing.end(`\n// release ${release}`));
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      release += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
