/**
 * The product on this machine, for rehearsing faults: a private Postgres and Redis (bin/lib-servers.sh), and any number
 * of web and worker processes, which can be killed, stopped and started.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const LOGS = path.join(ROOT, '.local/fault-logs');
const SERVERS = 'fault';

/** Runs a function of bin/lib-servers.sh and returns what it prints. */
async function script(command) {
  const lines = `. bin/lib.sh; . bin/lib-servers.sh; . bin/lib-run.sh; ${command}`;
  const { stdout } = await run('bash', ['-c', lines], { cwd: ROOT });
  return stdout.trim();
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until something is so, and says what if it never is. */
export async function until(what, holds, seconds = 120) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s until ${what}`);
    await sleep(50);
  }
}

/** A port of the loopback address that is free right now. */
function freePort() {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

export const postgres = {
  start: () => script(`start_postgres ${SERVERS}`),
  /** Ends it as a fault would. */
  stop: () =>
    script(`as_postgres "$(postgres_bin)/pg_ctl" -D "$(postgres_folder ${SERVERS})/data" -m immediate -w stop >&2`),
};

export const redis = {
  start: () => script(`start_redis ${SERVERS}`),
  stop: () => script(`kill -9 "$(cat "$LOCAL/${SERVERS}/redis/pid")"; rm -f "$LOCAL/${SERVERS}/redis/"*.aof*; rm -rf "$LOCAL/${SERVERS}/redis/appendonlydir"`),
  flush: () => script(`redis-cli -p "$(cat "$LOCAL/${SERVERS}/redis/port")" flushall`),
};

export class Stack {
  /** Starts servers with nothing in them and migrates. `binaries` is the folder of the programs. */
  static async start(binaries) {
    const stack = new Stack();
    await script(`wipe_servers ${SERVERS}`);
    mkdirSync(LOGS, { recursive: true });
    stack.processes = new Set();
    stack.binaries = path.resolve(ROOT, binaries);
    stack.settings = {
      PATH: process.env.PATH,
      APP_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://stillwater.example',
      TRUSTED_PROXY_HOPS: '1',
      DATABASE_URL: await postgres.start(),
      REDIS_URL: await redis.start(),
      ENC_KEYS: `fault:${randomBytes(32).toString('base64')}`,
      CONTENT_DIR: path.join(ROOT, 'content/build'),
      FRONTEND_DIR: path.join(ROOT, 'frontend/dist'),
      // Everything comes from one household here.
      ADDRESS_RATE_LIMIT: '1000000000',
      REHEARSALS: 'on',
    };
    await run(path.join(stack.binaries, 'web-api'), ['migrate'], { env: stack.settings });
    return stack;
  }

  /** The answer of Postgres to a question, as text. */
  async ask(sql) {
    const { stdout } = await run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', this.settings.DATABASE_URL, '-c', sql]);
    return stdout.trim();
  }

  async count(sql) {
    return Number(await this.ask(sql));
  }

  #spawn(name, program, words, settings) {
    const child = spawn(path.join(this.binaries, program), words, {
      env: { ...this.settings, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(path.join(LOGS, `${name}-${child.pid}.log`));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    const started = { name, child, ended: new Promise((done) => child.once('exit', (code) => done(code))) };
    this.processes.add(started);
    started.ended.then(() => this.processes.delete(started));
    return started;
  }

  /** Starts a worker. */
  worker(settings = {}) {
    return this.#spawn('worker', 'worker', ['run'], settings);
  }

  /** Starts a web process and waits until it listens. */
  async web() {
    const port = await freePort();
    const web = this.#spawn('web', 'web-api', ['serve'], { PORT: String(port) });
    web.port = port;
    await until('a web process listens', () => answers(port, '/healthz'), 60);
    return web;
  }

  /** Ends a process at once, as a fault would. */
  async kill(started) {
    started.child.kill('SIGKILL');
    await started.ended;
  }

  /** Asks a process to stop, as a platform would; returns its exit code. */
  stop(started, signal = 'SIGTERM') {
    started.child.kill(signal);
    return started.ended;
  }

  /** Ends everything and forgets all data. */
  async end() {
    await Promise.all([...this.processes].map((started) => this.kill(started)));
    await script(`wipe_servers ${SERVERS}`);
  }
}

/** Whether a path answers 200. */
export async function answers(port, url) {
  try {
    return (await fetch(`http://127.0.0.1:${port}${url}`)).ok;
  } catch {
    return false;
  }
}
