/**
 * The product on this machine, for rehearsing faults: a private Postgres and Redis (bin/lib-servers.sh), stand-ins for
 * Stripe and a mail server, and any number of web and worker processes, which can be killed, stopped and started.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { call } from '../http.mjs';
import { Gate } from './gate.mjs';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const LOGS = path.join(ROOT, '.local/fault-logs');
const SERVERS = 'fault';

/** The folder of the private servers and of mounted disks. */
export const FOLDER = path.join(ROOT, '.local', SERVERS);

/** Runs a function of bin/lib-servers.sh and returns what it prints. */
async function script(command) {
  const lines = `. bin/lib.sh; . bin/lib-servers.sh; . bin/lib-run.sh; ${command}`;
  const { stdout } = await run('bash', ['-c', lines], { cwd: ROOT });
  return stdout.trim();
}

/** Thrown when this machine lacks something that a scenario needs. */
export class NotRun extends Error {}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until a condition holds, and fails with its description after the timeout. */
export async function until(what, holds, seconds = 120) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s until ${what}`);
    await sleep(50);
  }
}

/** A loopback port that is free at the moment. */
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
  /** Kills it, as a crash would. */
  stop: () =>
    script(`as_postgres "$(postgres_bin)/pg_ctl" -D "$(postgres_folder ${SERVERS})/data" -m immediate -w stop >&2`),
};

const redisCli = (words) => script(`redis-cli -p "$(cat "$LOCAL/${SERVERS}/redis/port")" ${words}`);

export const redis = {
  start: () => script(`start_redis ${SERVERS}`),
  stop: () =>
    script(
      `kill -9 "$(cat "$LOCAL/${SERVERS}/redis/pid")"; rm -f "$LOCAL/${SERVERS}/redis/"*.aof*; rm -rf "$LOCAL/${SERVERS}/redis/appendonlydir"`,
    ),
  flush: () => redisCli('flushall'),
  /** The number of its keys. */
  keys: async () => Number(await redisCli('dbsize')),
  /** The run id, which is new at each start. */
  run: () => redisCli('info server | grep run_id'),
  /** Makes it refuse writes; its data stays. */
  fill: () => redisCli('config set maxmemory 1'),
  isFull: async () => (await redisCli('set full 1')).includes('OOM'),
  makeRoom: () => redisCli('config set maxmemory 0'),
};

/** Unmounts a disk that a scenario has mounted, if any. */
export async function unmount(folder) {
  const { stdout } = await run('cat', ['/proc/mounts']).catch(() => ({ stdout: '' }));
  if (stdout.split('\n').some((line) => line.split(' ')[1] === folder)) await run('umount', [folder]);
}

export const SMALL_DISK = path.join(FOLDER, 'small-disk');

export class Stack {
  /** Starts empty servers and migrates. `binaries` is the folder of the programs. */
  static async start(binaries) {
    const stack = new Stack(binaries);
    try {
      await stack.#start();
    } catch (error) {
      await stack.end();
      throw error;
    }
    return stack;
  }

  constructor(binaries) {
    this.processes = new Set();
    this.gates = [];
    this.fallen = [];
    this.binaries = path.resolve(ROOT, binaries);
    this.staffPassword = randomBytes(12).toString('hex');
  }

  async #start() {
    await unmount(SMALL_DISK);
    await script(`wipe_servers ${SERVERS}`);
    mkdirSync(LOGS, { recursive: true });
    const hash = execFileSync(path.join(this.binaries, 'web-api'), ['hash-password'], { input: this.staffPassword });
    this.settings = {
      PATH: process.env.PATH,
      // The stand-ins for Stripe and the mail server have no TLS, which production requires.
      APP_ENV: 'development',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://stillwater.example',
      TRUSTED_PROXY_HOPS: '1',
      DATABASE_URL: await postgres.start(),
      REDIS_URL: await redis.start(),
      ENC_KEYS: `fault:${randomBytes(32).toString('base64')}`,
      CONTENT_DIR: path.join(ROOT, 'content/build'),
      FRONTEND_DIR: path.join(ROOT, 'frontend/dist'),
      STORAGE_URL: path.join(FOLDER, 'storage'),
      PDFIUM_LIBRARY: path.join(ROOT, '.local/pdfium/libpdfium.so'),
      ADMIN_PASSWORD_HASH: hash.toString().trim(),
      // Every request comes from one ip_prefix here.
      ADDRESS_RATE_LIMIT: '1000000000',
      REHEARSALS: 'on',
    };
    await this.#startOthers();
    await run(path.join(this.binaries, 'web-api'), ['migrate'], { env: this.settings });
    this.webs = [await this.web(), await this.web()];
    this.workers = [this.worker(), this.worker()];
    await until('both are ready', () => answers(this.webs[0].port, '/readyz'));
  }

  async gate(place, target) {
    const gate = await Gate.open(place, target);
    this.gates.push(gate);
    return gate;
  }

  /** The mail server and Stripe, each behind a gate. */
  async #startOthers() {
    // The gates first: one of them could get a port that was chosen and is not listened on yet.
    const gates = [
      await this.gate(0, () => smtp),
      await this.gate(0, () => stripe),
      await this.gate(0, () => this.webs[0].port),
    ];
    const [smtp, page, stripe] = [await freePort(), await freePort(), await freePort()];
    const [toMail, toStripe, events] = gates;
    this.mail = { page, gate: toMail };
    this.#spawn('mail', process.execPath, [path.join(ROOT, 'frontend/tools/mail-catcher.mjs'), smtp, page]);
    this.stripe = { port: stripe, gate: toStripe, events };
    const webhook = `http://127.0.0.1:${events.port}/api/webhooks/stripe`;
    this.#spawn('stripe', path.join(this.binaries, 'stripe-standin'), [stripe, webhook]);
    await until(
      'the stand-ins answer',
      async () => (await answers(stripe, '/stripe.js')) && (await answers(page, '/')),
    );
    Object.assign(this.settings, {
      SMTP_URL: `smtp://127.0.0.1:${this.mail.gate.port}`,
      MAIL_FROM: 'Stillwater <hello@stillwater.example>',
      STRIPE: 'standin',
      STRIPE_URL: `http://127.0.0.1:${this.stripe.gate.port}`,
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_PRICE_ID: 'price_premium_monthly',
      STRIPE_WEBHOOK_SECRETS: 'whsec_standin',
    });
  }

  /** The result of a query to Postgres, as text. */
  async ask(sql) {
    const { stdout } = await run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', this.settings.DATABASE_URL, '-c', sql]);
    return stdout.trim();
  }

  async count(sql) {
    return Number(await this.ask(sql));
  }

  #spawn(name, program, words, settings) {
    const child = spawn(program, words.map(String), {
      env: { ...this.settings, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(path.join(LOGS, `${name}-${child.pid}.log`));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    const started = { name, child, isEnding: false };
    started.ended = new Promise((done) => child.once('exit', (code) => done(code)));
    this.processes.add(started);
    started.ended.then((code) => {
      this.processes.delete(started);
      if (!started.isEnding) this.fallen.push(`${name} ${child.pid} ended by itself with ${code}`);
    });
    return started;
  }

  /** Starts a worker. */
  worker(settings = {}) {
    return this.#spawn('worker', path.join(this.binaries, 'worker'), ['run'], settings);
  }

  /** Starts a web process and waits until it listens. */
  async web(settings = {}) {
    const port = await freePort();
    const program = path.join(this.binaries, 'web-api');
    const web = this.#spawn('web', program, ['serve'], { ...settings, PORT: String(port) });
    web.port = port;
    await until('a web process listens', () => answers(port, '/healthz'), 60);
    return web;
  }

  /** Starts new processes before it stops the old ones. */
  async replace(place, settings = {}) {
    const old = [this.webs[place], this.workers[place]];
    const web = await this.web(settings);
    await until('the new web process is ready', () => answers(web.port, '/readyz'));
    this.webs[place] = web;
    this.workers[place] = this.worker(settings);
    const codes = await Promise.all(old.map((started) => this.stop(started)));
    if (codes.some((code) => code !== 0)) throw new Error(`web and worker ended with ${codes.join(' and ')}`);
  }

  async replaceAll(settings = {}) {
    for (const place of this.webs.keys()) await this.replace(place, settings);
  }

  /** Kills a process, as a crash would. */
  async kill(started) {
    started.isEnding = true;
    started.child.kill('SIGKILL');
    await started.ended;
  }

  /** Stops a process with SIGTERM, as a platform does; returns its exit code. */
  stop(started, signal = 'SIGTERM') {
    started.isEnding = true;
    started.child.kill(signal);
    return started.ended;
  }

  /** Stops everything and deletes all data. */
  async end() {
    await Promise.all([...this.processes].map((started) => this.kill(started)));
    await Promise.all(this.gates.map((gate) => gate.end()));
    await unmount(SMALL_DISK);
    await script(`wipe_servers ${SERVERS}`);
  }
}

/** Whether a path answers 200. */
export const answers = (port, url) =>
  call(port, 'GET', url).then(
    ({ status }) => status === 200,
    () => false,
  );
