/** Hostile traffic, locks, and what a platform's proxy does during an outage. */
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { call } from '../../http.mjs';
import { answers, FOLDER, NotRun, postgres, sleep, until } from '../stack.mjs';

const run = promisify(execFile);
const DANGER = { struggle: 'I want to kill myself tonight and I have a plan.' };
/** How long the helplines may take while everything else is attacked, in 99 of 100 calls. */
const PATIENCE_UNDER_ATTACK = 100;

/** How long the server lets the head of a request arrive, and a little more. */
const HEAD_SECONDS = 12;

/**
 * Holds connections that have sent these bytes, and reopens those that are closed. A deaf one reads nothing. Returns a
 * function that ends them and says how many were closed.
 */
function hold(port, number, bytes, isDeaf = false) {
  const open = new Set();
  let isGoing = true;
  let closed = 0;
  const begin = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    open.add(socket);
    socket.on('error', () => {});
    // A socket that reads nothing does not see its end either.
    if (isDeaf) socket.pause();
    else socket.resume();
    socket.on('close', () => {
      open.delete(socket);
      closed += 1;
      if (isGoing) setTimeout(begin, 100);
    });
  };
  for (let started = 0; started < number; started += 1) begin();
  return () => {
    isGoing = false;
    for (const socket of open) socket.destroy();
    return closed;
  };
}

/** The 99th percentile of the time to the helplines, in milliseconds. */
async function slowestHelp(port, calls) {
  const took = [];
  for (let number = 0; number < calls; number += 1) {
    const began = performance.now();
    const { status } = await call(port, 'GET', '/api/crisis-resources');
    if (status !== 200) throw new Error(`the helplines answered ${status}`);
    took.push(performance.now() - began);
    await sleep(10);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)];
}

/** A port for the proxy. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts HAProxy in front of the web processes, with an active check of this path. */
async function proxy(stack, check) {
  await run('haproxy', ['-v']).catch(() => {
    throw new NotRun('haproxy is missing (apt install haproxy)');
  });
  const port = await freePort();
  const servers = stack.webs.map((web, place) => `  server web${place} 127.0.0.1:${web.port} check inter 500 fall 2 rise 1`);
  const settings = path.join(FOLDER, 'haproxy.cfg');
  writeFileSync(
    settings,
    [
      'defaults',
      '  mode http',
      '  timeout connect 2s',
      '  timeout client 60s',
      '  timeout server 60s',
      'frontend all',
      `  bind 127.0.0.1:${port}`,
      '  default_backend webs',
      'backend webs',
      `  option httpchk GET ${check}`,
      ...servers,
      '',
    ].join('\n'),
  );
  const child = spawn('haproxy', ['-db', '-f', settings], { stdio: 'ignore' });
  await until('the proxy answers', () => answers(port, '/healthz'), 20);
  return { port, end: () => child.kill('SIGKILL') };
}

export const hostile = {
  'half requests, deaf callers, costly pages': async ({ stack, times }) => {
    const { port } = stack.webs[0];
    const half = 'POST /api/guidance HTTP/1.1\r\nHost: a\r\nX-Slow: ';
    const body = 'POST /api/guidance HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 90\r\n\r\n{';
    const deaf = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100);
    const attacks = [hold(port, 200, half), hold(port, 100, ''), hold(port, 60, body), hold(port, 30, deaf, true)];
    let pages = true;
    const costly = (async () => {
      while (pages) {
        await Promise.all([1, 2, 3].map(() => call(port, 'GET', '/openapi.json').catch(() => {})));
        await sleep(100);
      }
    })();
    await sleep(Math.max(times.lasts, HEAD_SECONDS) * 1000);
    const slowest = await slowestHelp(port, 300);
    pages = false;
    await costly;
    const closed = attacks.reduce((sum, end) => sum + end(), 0);
    if (slowest > PATIENCE_UNDER_ATTACK) throw new Error(`help took ${slowest.toFixed(0)} ms in 1 of 100 calls`);
    if (closed < 200) throw new Error(`only ${closed} of 200 half requests were closed`);
    return `390 held, ${closed} closed, help in ${slowest.toFixed(0)} ms (p99)`;
  },
  'rows of counters are locked': async ({ stack, traffic }) => {
    const before = traffic.guided;
    await stack.ask(`begin; select * from usage for update; select pg_sleep(5); commit`);
    if (traffic.guided === before) throw new Error('nobody else was answered');
    return `${traffic.guided - before} others were answered in 5 s`;
  },
  'Postgres read-only, as after a failover': async ({ stack, traffic }) => {
    const set = (value) =>
      stack.ask(
        `set transaction read write; alter database stillwater set default_transaction_read_only = ${value}`,
      );
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()';
    await set('on');
    await stack.ask(others);
    const text = async () => (await call(stack.webs[0].port, 'GET', '/readyz')).text;
    await until('it is told', async () => (await text()) === 'the database is read-only', 20);
    const refused = traffic.unavailable;
    await sleep(3000);
    if (traffic.unavailable === refused) throw new Error('nothing was refused');
    if (!(await answers(stack.webs[0].port, '/healthz/traffic'))) throw new Error('nobody would be sent here');
    await set('off');
    return `${traffic.unavailable - refused} refused`;
  },
  'Postgres gone, behind a proxy that asks': async ({ stack, times }) => {
    const { port, end } = await proxy(stack, '/healthz/traffic');
    try {
      await postgres.stop();
      let asked = 0;
      for (const until = Date.now() + times.lasts * 1000; Date.now() < until; asked += 1) {
        const { status, text } = await call(port, 'POST', '/api/guidance', { body: DANGER });
        const contact = status === 200 && JSON.parse(text).resources?.suicidePrevention?.contact;
        if (contact !== '988') throw new Error(`the numbers did not come through the proxy: ${status}`);
        await sleep(50);
      }
      return `${asked} in danger were helped through HAProxy`;
    } finally {
      await postgres.start();
      end();
    }
  },
};
