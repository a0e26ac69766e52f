/** The faults. Each does its worst to a running product with traffic, and leaves it running. */
import { postgres, redis, sleep, until } from './stack.mjs';

const open = 'select count(*) from job where finished_at is null and dead_at is null';
const finished = 'select count(*) from job where finished_at is not null';

/** Writes jobs that wait so long and then succeed. */
const rehearse = (number, milliseconds, due = 'now()') => `
  insert into job (id, lane, kind, payload, run_at)
  select gen_random_uuid(), 'urgent', 'rehearse',
    '{"kind": "rehearse", "act": {"wait": {"milliseconds": ${milliseconds}}}}', ${due}
  from generate_series(1, ${number})`;

/** How many of these jobs a second are done by so many workers. */
async function rate(stack, workers, number) {
  const all = Array.from({ length: workers }, () => stack.worker());
  await stack.ask(rehearse(50 * workers, 1));
  // They have begun when these are done.
  await until('nothing is open', async () => (await stack.count(open)) === 0);
  const before = await stack.count(finished);
  await stack.ask(rehearse(number, 20));
  const began = Date.now();
  await until('they are done', async () => (await stack.count(finished)) - before >= number, 300);
  const seconds = (Date.now() - began) / 1000;
  await Promise.all(all.map((worker) => stack.stop(worker)));
  return number / seconds;
}

export const scenarios = {
  'worker killed in the middle of its jobs': async ({ stack, workers, seconds }) => {
    for (let times = 0; times < 3; times += 1) {
      await stack.ask(rehearse(100, 200));
      await sleep((seconds * 1000) / 6);
      await stack.kill(workers[0]);
      workers[0] = stack.worker();
    }
  },
  'SIGTERM and SIGINT to workers at any moment': async ({ stack, workers, seconds }) => {
    await stack.ask(rehearse(400, 100));
    for (let times = 0; times < 6; times += 1) {
      await sleep((seconds * 1000) / 6 + Math.random() * 200);
      const code = await stack.stop(workers[0], times % 2 ? 'SIGINT' : 'SIGTERM');
      if (code !== 0) throw new Error(`a worker ended with ${code}`);
      workers[0] = stack.worker();
    }
    const deaths = await stack.count('select coalesce(sum(deaths), 0) from job');
    if (deaths > 0) throw new Error(`${deaths} deaths were counted`);
  },
  'rolling restarts of 2 web and 2 workers': async ({ stack, webs, workers, seconds }) => {
    const end = Date.now() + seconds * 4000;
    for (let turn = 0; Date.now() < end; turn += 1) {
      const place = turn % 2;
      const [oldWeb, oldWorker] = [webs[place], workers[place]];
      // The new one takes over before the old one is asked to stop.
      webs[place] = await stack.web();
      workers[place] = stack.worker();
      await Promise.all([stack.stop(oldWeb), stack.stop(oldWorker)]);
      await sleep(1000);
    }
  },
  'Redis restarted, empty': async ({ stack, seconds }) => {
    await stack.ask(rehearse(300, 50));
    await redis.stop();
    await redis.start();
    await sleep(seconds * 500);
  },
  'Redis FLUSHALL, three times': async ({ stack, seconds }) => {
    for (let times = 0; times < 3; times += 1) {
      await stack.ask(rehearse(200, 50));
      await sleep((seconds * 1000) / 6);
      await redis.flush();
    }
  },
  'Redis gone for a while': async ({ seconds }) => {
    await redis.stop();
    await sleep(seconds * 1000);
    await redis.start();
  },
  'Postgres restarted at once': async ({ seconds }) => {
    await postgres.stop();
    await postgres.start();
    await sleep(seconds * 500);
  },
  'Postgres gone for a while': async ({ seconds }) => {
    await postgres.stop();
    await sleep(seconds * 1000);
    await postgres.start();
  },
  '12,000 jobs due at once': async ({ stack }) => {
    await stack.ask(rehearse(12_000, 0, `now() + interval '1 second'`));
    await until('they are done', async () => (await stack.count(open)) < 50, 300);
  },
  'a backlog with 1, then 4 workers': async ({ stack, workers }) => {
    await Promise.all(workers.splice(0).map((worker) => stack.stop(worker)));
    const [one, four] = [await rate(stack, 1, 3000), await rate(stack, 4, 9000)];
    workers.push(stack.worker(), stack.worker());
    return `${one.toFixed(0)}/s → ${four.toFixed(0)}/s (× ${(four / one).toFixed(1)})`;
  },
};
