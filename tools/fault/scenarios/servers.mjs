/** Faults of Redis and of Postgres. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busyFor, FINISHED, insistOnWork, rehearse } from '../jobs.mjs';
import { postgres, redis, sleep, until } from '../stack.mjs';

const STARTED = 'select pg_postmaster_start_time()';

export const servers = {
  'Redis restarted, empty': async ({ stack, times }) => {
    await stack.ask(busyFor(2000, 50));
    await sleep(500);
    await insistOnWork(stack);
    const [before, held] = [await redis.run(), await redis.keys()];
    if (held === 0) throw new Error('Redis held nothing that could be lost');
    await redis.stop();
    await redis.start();
    if ((await redis.run()) === before) throw new Error('Redis was not restarted');
    await sleep(times.lasts * 500);
    return `${held} keys lost`;
  },
  'Redis FLUSHALL, three times': async ({ stack, times }) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const wait = (times.lasts * 1000) / 6;
      await stack.ask(busyFor(wait, 50));
      await sleep(wait);
      await insistOnWork(stack);
      if ((await redis.keys()) === 0) throw new Error('Redis held nothing that could be lost');
      await redis.flush();
    }
  },
  'Redis full': async ({ stack, times }) => {
    await redis.fill();
    const before = await stack.count(FINISHED);
    await stack.ask(rehearse(200, 50));
    await sleep(times.lasts * 1000);
    const done = (await stack.count(FINISHED)) - before;
    const isFull = await redis.isFull();
    await redis.makeRoom();
    if (!isFull) throw new Error('Redis was not full');
    if (done === 0) throw new Error('no urgent job was done without Redis');
    return `${done} urgent jobs done meanwhile`;
  },
  'Redis gone for a while': async ({ stack, times }) => {
    await redis.stop();
    // Running jobs may finish.
    await sleep(2000);
    const before = await stack.count(FINISHED);
    await sleep(times.redisGone * 1000);
    const done = (await stack.count(FINISHED)) - before;
    await redis.start();
    if (done === 0) throw new Error('no urgent job was done without Redis');
    return `${times.redisGone} s, ${done} urgent jobs done meanwhile`;
  },
  'Postgres restarted at once': async ({ stack, times }) => {
    await stack.ask(busyFor(2000, 50));
    await sleep(500);
    await insistOnWork(stack);
    const before = await stack.ask(STARTED);
    await postgres.stop();
    await postgres.start();
    if ((await stack.ask(STARTED)) === before) throw new Error('Postgres was not restarted');
    await sleep(times.lasts * 500);
  },
  'Postgres gone for a while': async ({ stack, times, traffic }) => {
    await stack.ask(busyFor(2000, 50));
    await sleep(500);
    await insistOnWork(stack);
    const [accepted, refused] = [traffic.accepted, traffic.unavailable];
    await postgres.stop();
    await sleep(times.postgresGone * 1000);
    const meanwhile = traffic.unavailable - refused;
    await postgres.start();
    if (meanwhile === 0) throw new Error('nothing was refused: Postgres was not gone');
    const again = async () => traffic.accepted > accepted + 10;
    await until('stories are accepted again', again, 60);
    return `${times.postgresGone} s`;
  },
  'Postgres slow': async ({ stack, times }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stillwater-slow-'));
    const url = new URL(stack.settings.DATABASE_URL);
    const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`;
    const gate = await stack.gate(path.join(folder, '.s.PGSQL.5432'), () => socket);
    url.searchParams.set('host', folder);
    try {
      await stack.replaceAll({ DATABASE_URL: url.href });
      await stack.ask(rehearse(100, 50));
      for (const delay of [50, 200, 600]) {
        const before = gate.late;
        gate.delay = delay;
        await sleep((times.lasts * 1000) / 2);
        if (gate.late === before) throw new Error(`nothing was held back for ${delay} ms: Postgres was not slow`);
      }
      gate.delay = 0;
      await stack.replaceAll();
    } finally {
      await gate.end();
      rmSync(folder, { recursive: true });
    }
    return `${gate.late} answers up to 600 ms late`;
  },
};
