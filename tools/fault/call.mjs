/** One call over HTTP, on a connection of its own. */
import http from 'node:http';

let households = 0;

/** An address that has sent no request yet, so that no limit of an ip_prefix applies. */
export function household() {
  households += 1;
  return `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`;
}

/**
 * Sends a request from this machine and returns status, headers and text; rejects if the connection fails. A `body`
 * that is neither text nor bytes is sent as JSON.
 */
export function call(port, method, path, { body, headers = {}, from = household() } = {}) {
  const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const sent = isPlain ? Buffer.from(body ?? '') : Buffer.from(JSON.stringify(body));
  const told = {
    'Sec-Fetch-Site': 'same-origin',
    'X-Forwarded-For': from,
    ...(isPlain ? {} : { 'Content-Type': 'application/json' }),
    ...(sent.length > 0 ? { 'Content-Length': sent.length } : {}),
    ...headers,
  };
  return new Promise((done, failed) => {
    const request = http.request(
      { host: '127.0.0.1', port, path, method, agent: false, timeout: 30_000, headers: told },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (portion) => {
          text += portion;
        });
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
        response.on('error', failed);
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer within 30 s')));
    request.on('error', failed);
    request.end(sent);
  });
}
