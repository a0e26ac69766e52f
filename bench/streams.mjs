/**
 * Measures the lag of many listeners to the staff's event stream after a change.
 *
 * usage: node bench/streams.mjs PORT COOKIE LISTENERS SECONDS      with DATABASE_URL; prints one line
 *
 * It inserts a document that no worker reads. Twice a second its row changes with a notification in the same
 * transaction, as when a worker stores pages. The lag runs from that transaction until the listener has the new state.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { promisify } from 'node:util';
import { open } from '../tools/http.mjs';

const run = promisify(execFile);
const [port, listeners, seconds] = [2, 4, 5].map((place) => Number(process.argv[place]));
const cookie = process.argv[3];
const CHANGE_AGAIN = 500;

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const agent = new http.Agent({ maxSockets: listeners + 1 });
/** The time of each change, by its number of pages. */
const changed = new Map();
const heard = [];
let lost = 0;
let isOver = false;

async function ask(sql) {
  const { stdout } = await run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', process.env.DATABASE_URL, '-c', sql]);
  return stdout.trim();
}

/**
 * Records when changes arrive. `files` is the initial snapshot, `file` a change. A later state covers the changes before
 * it: changes in quick succession may be sent as one.
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

/** Opens a stream; resolves at its first event. */
async function listen() {
  const headers = { Cookie: cookie };
  const response = await open(port, 'GET', '/api/admin/uploads/events', { headers, agent, timeout: 0 });
  if (response.statusCode !== 200) throw new Error(`a listener was answered ${response.statusCode}`);
  const listener = { knows: 0 };
  let waiting = '';
  response.setEncoding('utf8');
  response.on('close', () => {
    if (!isOver) lost += 1;
  });
  return new Promise((done, failed) => {
    response.on('error', failed);
    response.on('data', (portion) => {
      const events = (waiting + portion).split('\n\n');
      waiting = events.pop();
      for (const event of events) take(event, listener, Date.now());
      if (events.length > 0) done(response);
    });
  });
}

const document = randomUUID();
await ask(`insert into document (id, name, title, sha256, size, status, pages)
  values ('${document}', 'bench.pdf', 'Bench', sha256('${document}'), 1, 'processing', 1000000)`);
const responses = await Promise.all(Array.from({ length: listeners }, listen));
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
for (const response of responses) response.destroy();
await ask(`delete from document where id = '${document}'`);
const lags = heard.map(({ pages, now }) => now - changed.get(pages)).sort((one, other) => one - other);
const at = (share) => (lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0).toFixed(0);
const missed = changed.size * listeners - lags.length;
console.log(
  `${listeners} streams, ${changed.size} changes: lag p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms   longest ${at(1)} ms; ${missed} not heard of, ${lost} lost`,
);
