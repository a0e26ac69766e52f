/**
 * The four queues: ours, graphile-worker, BullMQ and pg-boss, each as fast as its makers recommend, on the same Postgres and
 * Redis. Each can add jobs that do nothing, say which are open, and start its worker as a process of its own.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { Queue } from 'bullmq';
import { makeWorkerUtils } from 'graphile-worker';
import { Redis } from 'ioredis';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const NOTHING = '{"kind": "rehearse", "act": "nothing"}';

export const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
database.on('error', (error) => process.stderr.write(`Postgres: ${error.message}\n`));
const ask = async (sql, values) => (await database.query(sql, values)).rows[0];

/** Deletes jobs and the traces of earlier ones, so that no turn pays for the turns before. */
async function empty(deletion, table) {
  await database.query(deletion);
  await database.query(`vacuum analyze ${table}`);
}

const startPeer = (name) =>
  spawn(process.execPath, [path.join(here, 'worker.mjs'), name], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Our jobs of the bench; the schedule enqueues others. */
const OURS = `from job where kind = 'rehearse'`;

const ours = {
  name: 'ours',
  settings: 'as it comes: 16 slots, up to 500 jobs claimed ahead, ends in batches',
  prepare: () => undefined,
  start: () => spawn(path.join(root, 'target', process.env.PROFILE, 'worker'), ['run'], { stdio: 'ignore' }),
  addMany: (number) =>
    ask(
      `with added as (
         insert into job (id, lane, kind, payload)
         select gen_random_uuid(), 'urgent', 'rehearse', $2::jsonb from generate_series(1, $1)
       ) select pg_notify('job', 'urgent')`,
      [number, NOTHING],
    ),
  addOne: async () =>
    (
      await ask(
        `with added as (
           insert into job (id, lane, kind, payload)
           values (gen_random_uuid(), 'urgent', 'rehearse', $1::jsonb) returning id
         ) select id, pg_notify('job', 'urgent') from added`,
        [NOTHING],
      )
    ).id,
  isDone: async (id) => (await ask('select finished_at is not null as done from job where id = $1', [id])).done,
  hasOpen: async () =>
    (await ask(`select exists (select ${OURS} and finished_at is null and dead_at is null) as found`)).found,
  open: async () =>
    Number((await ask(`select count(*) ${OURS} and finished_at is null`)).count),
  held: async () => Number((await ask(`select count(*) ${OURS} and lease_id is not null`)).count),
  clear: () => empty(`delete ${OURS}`, 'job'),
};

let graphileUtils;
const JOBS = 'graphile_worker._private_jobs';
const graphile = {
  name: 'graphile-worker',
  settings: '24 jobs at once, local queue of 500, ends in batches',
  prepare: async () => {
    graphileUtils = await makeWorkerUtils({ pgPool: database });
    await graphileUtils.migrate();
  },
  start: () => startPeer('graphile-worker'),
  addMany: (number) =>
    ask(
      `select count(*) from graphile_worker.add_jobs(array(
         select json_populate_record(null::graphile_worker.job_spec, '{"identifier": "nothing", "payload": {}}')
         from generate_series(1, $1)))`,
      [number],
    ),
  addOne: async () => (await ask(`select (graphile_worker.add_job('nothing', '{}')).id`)).id,
  isDone: async (id) => (await ask(`select not exists (select from ${JOBS} where id = $1) as done`, [id])).done,
  hasOpen: async () => (await ask(`select exists (select from ${JOBS}) as found`)).found,
  open: async () => Number((await ask(`select count(*) from ${JOBS}`)).count),
  held: async () => Number((await ask(`select count(*) from ${JOBS} where locked_at is not null`)).count),
  clear: () => empty(`delete from ${JOBS}`, JOBS),
};

let bull;
let bullConnection;
const WAITING = ['waiting', 'active', 'delayed', 'paused', 'prioritized'];
const bullmq = {
  name: 'BullMQ',
  settings: '100 jobs at once, finished ones are removed',
  prepare: () => {
    bullConnection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
    bull = new Queue('nothing', {
      connection: bullConnection,
      defaultJobOptions: { removeOnComplete: true },
    });
  },
  start: () => startPeer('BullMQ'),
  // The clock runs from the moment when all fall due: they are added while the queue is paused.
  addMany: async (number) => {
    await bull.pause();
    for (let left = number; left > 0; left -= 1000) {
      const batch = Math.min(left, 1000);
      await bull.addBulk(Array.from({ length: batch }, () => ({ name: 'nothing', data: {} })));
    }
    return () => bull.resume();
  },
  addOne: async () => (await bull.add('nothing', {})).id,
  isDone: async (id) => (await bull.getJob(id)) === undefined,
  hasOpen: async () => (await bull.getJobCountByTypes(...WAITING)) > 0,
  open: () => bull.getJobCountByTypes(...WAITING, 'failed'),
  held: () => bull.getJobCountByTypes('active'),
  clear: () => bull.obliterate({ force: true }),
};

let boss;
const BOSS_OPEN = `from pgboss.job where name = 'nothing' and state < 'completed'`;
const pgBoss = {
  name: 'pg-boss',
  settings: 'batches of 500 without a pause while they are full, woken by NOTIFY',
  prepare: async () => {
    boss = new PgBoss({ connectionString: process.env.DATABASE_URL, supervise: false, schedule: false });
    boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
    await boss.start();
    await boss.createQueue('nothing', { notify: true });
  },
  start: () => startPeer('pg-boss'),
  addMany: (number) => boss.insert('nothing', Array.from({ length: number }, () => ({ data: {} }))),
  addOne: () => boss.send('nothing', {}),
  isDone: async (id) =>
    (await ask(`select state >= 'completed' as done from pgboss.job where name = 'nothing' and id = $1`, [id])).done,
  hasOpen: async () => (await ask(`select exists (select ${BOSS_OPEN}) as found`)).found,
  open: async () => Number((await ask(`select count(*) ${BOSS_OPEN}`)).count),
  held: async () => Number((await ask(`select count(*) ${BOSS_OPEN} and state = 'active'`)).count),
  clear: () => empty(`delete from pgboss.job where name = 'nothing'`, 'pgboss.job'),
};

export const queues = [ours, graphile, bullmq, pgBoss];

/** Closes all connections. */
export async function close() {
  await bull?.close();
  bullConnection?.disconnect();
  await boss?.stop({ graceful: false });
  await graphileUtils?.release();
  await database.end();
}
