/** The worker of a peer, until it is killed: `node worker.mjs graphile-worker|BullMQ|pg-boss`. Its jobs do nothing. */
import { Worker } from 'bullmq';
import { Logger, run } from 'graphile-worker';
import { Redis } from 'ioredis';
import { PgBoss } from 'pg-boss';

const { DATABASE_URL, REDIS_URL } = process.env;
const nothing = async () => undefined;

const workers = {
  'graphile-worker': () =>
    run({
      preset: {
        worker: {
          connectionString: DATABASE_URL,
          concurrentJobs: 24,
          maxPoolSize: 25,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          logger: new Logger(() => () => undefined),
        },
      },
      taskList: { nothing },
    }),
  BullMQ: () =>
    new Worker('nothing', nothing, {
      connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
      concurrency: 100,
    }),
  'pg-boss': async () => {
    const boss = new PgBoss({ connectionString: DATABASE_URL, useListenNotify: true });
    boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
    await boss.start();
    await boss.work('nothing', { batchSize: 500, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }, nothing);
  },
};

await workers[process.argv[2]]();
