/**
 * Many listeners to the staff's stream of events, and how long after a change each is told of it.
 *
 * usage: node bench/streams.mjs PORT COOKIE LISTENERS SECONDS      with DATABASE_URL; prints one line
 *
 * A document is written that nobody reads; twice a second its row changes with a notice in the same transaction, as when
 * a worker stores pages. The lag of a listener runs from that transaction until it has the new state in hand.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [port, listeners, seconds] = [2, 4, 5].map((place) => Number(process.argv[place]));
const cookie = process.argv[3];
const CHANGE_AGAIN = 500;

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const agent = new http.Agent({ maxSockets: listeners + 1 });
/** When each change was made, by the number of pages that it told. */
const changed = new Map();
const heard = [];
let lost = 0;
let isOver = false;

async function ask(sql) {
  const { stdout } = await run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', process.env.DATABASE_URL, '-c', sql]);
  return stdout.trim();
}

/**
 * Notes when changes were heard of. `files` is where everything stands at first, `file` a change. Whoever was told of a
 * later state knows of the changes before it, too: what comes close together may be told once.
 */
function take(event, listener, now) {
  const [, name, data] = /^event: ?(\w+)\ndata: ?(.*)$/m.exec(event) ?? [];
  if (name !== 'file') return;
  const { pagesRead } = JSON.parse(data);
  while (listener.knows < pagesRead) {
    listener.knows += 1;
    heard.push({ pages: listener.knows, now });
  }
}

/** Begins to listen; resolves when the first event has come. */
function listen() {
  return new Promise((done, failed) => {
    const path = '/api/admin/uploads/events';
    const request = http.request({ host: '127.0.0.1', port, path, agent, headers: { Cookie: cookie } }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`a listener was answered ${response.statusCode}`));
      const listener = { knows: 0 };
      let waiting = '';
      response.setEncoding('utf8');
      response.on('data', (portion) => {
        const events = (waiting + portion).split('\n\n');
        waiting = events.pop();
        for (const event of events) take(event, listener, Date.now());
        if (events.length > 0) done(request);
      });
      response.on('close', () => {
        if (!isOver) lost += 1;
      });
    });
    request.on('error', failed);
    request.end();
  });
}

const document = randomUUID();
await ask(`insert into document (id, name, title, sha256, size, status, pages)
  values ('${document}', 'bench.pdf', 'Bench', sha256('${document}'), 1, 'processing', 1000000)`);
const requests = await Promise.all(Array.from({ length: listeners }, listen));
const end = Date.now() + seconds * 1000;
for (let pages = 1; Date.now() < end; pages += 1) {
  const began = Date.now();
  const at = await ask(`update document set pages_read = ${pages} where id = '${document}';
    select extract(epoch from clock_timestamp()) * 1000
      from (select pg_notify('news', '{"document": "${document}"}')) told`);
  changed.set(pages, Number(at));
  await sleep(Math.max(0, began + CHANGE_AGAIN - Date.now()));
}
await sleep(2000);
isOver = true;
for (const request of requests) request.destroy();
await ask(`delete from document where id = '${document}'`);
const lags = heard.map(({ pages, now }) => now - changed.get(pages)).sort((one, other) => one - other);
const at = (share) => (lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0).toFixed(0);
const missed = changed.size * listeners - lags.length;
console.log(
  `${listeners} streams, ${changed.size} changes: lag p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms   longest ${at(1)} ms; ${missed} not heard of, ${lost} lost`,
);
