/** The HTTP client of fault rehearsals and benches: requests to programs on this machine. */
import http from 'node:http';

// Starts at random, because the rate limits of addresses outlive this program.
let prefixes = Math.floor(Math.random() * 2 ** 23);

/** An address in an ip_prefix that this program has not used yet, so that no rate limit applies. */
export function unusedAddress() {
  prefixes += 1;
  return `10.${(prefixes >> 16) & 255}.${(prefixes >> 8) & 255}.${prefixes & 255}`;
}

/**
 * Sends a request and returns the response as soon as its head has arrived; rejects if the connection fails. A `body`
 * that is neither text nor bytes is sent as JSON. Without an `agent` the request has a connection of its own. A silence
 * of `timeout` milliseconds is a failure, unless it is 0.
 */
export function open(port, method, path, options = {}) {
  const { body, headers = {}, from = unusedAddress(), agent = false, timeout = 30_000 } = options;
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
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, timeout, headers: told }, done);
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout / 1000} s`)));
    request.on('error', failed);
    request.end(sent);
  });
}

/** Sends a request like `open`, and returns status, headers and text. */
export async function call(port, method, path, options) {
  const response = await open(port, method, path, options);
  return new Promise((done, failed) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (portion) => {
      text += portion;
    });
    response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
    response.on('error', failed);
  });
}
