/** Faults of our own processes, and backlogs. */
import { busyFor, DEATHS, FINISHED, insistOnWork, OPEN, rehearse } from '../jobs.mjs';
import { sleep, until } from '../stack.mjs';

/** The jobs per second of a number of workers. */
async function rate(stack, workers, number) {
  const all = Array.from({ length: workers }, () => stack.worker());
  await stack.ask(rehearse(50 * workers, 1));
  // The workers have started once these jobs are done.
  await until('nothing is open', async () => (await stack.count(OPEN)) === 0);
  const before = await stack.count(FINISHED);
  await stack.ask(rehearse(number, 20));
  const began = Date.now();
  await until('they are done', async () => (await stack.count(FINISHED)) - before >= number, 1200);
  const seconds = (Date.now() - began) / 1000;
  await Promise.all(all.map((worker) => stack.stop(worker)));
  return number / seconds;
}

export const processes = {
  'worker killed in the middle of its jobs': async ({ stack, times }) => {
    const before = await stack.count(DEATHS);
    for (let turn = 0; turn < 3; turn += 1) {
      const wait = (times.lasts * 1000) / 6;
      await stack.ask(busyFor(wait, 200));
      await sleep(wait);
      await insistOnWork(stack);
      await stack.kill(stack.workers[0]);
      stack.workers[0] = stack.worker();
    }
    const counted = async () => (await stack.count(DEATHS)) > before;
    await until('deaths are counted', counted, 60);
    return `${(await stack.count(DEATHS)) - before} deaths`;
  },
  'SIGTERM and SIGINT to workers at any moment': async ({ stack, times }) => {
    const before = await stack.count(DEATHS);
    await stack.ask(busyFor(times.lasts * 1000, 100));
    for (let turn = 0; turn < 6; turn += 1) {
      await sleep((times.lasts * 1000) / 6 + Math.random() * 200);
      await insistOnWork(stack);
      const code = await stack.stop(stack.workers[0], turn % 2 ? 'SIGINT' : 'SIGTERM');
      if (code !== 0) throw new Error(`a worker ended with ${code}`);
      stack.workers[0] = stack.worker();
    }
    const deaths = (await stack.count(DEATHS)) - before;
    if (deaths > 0) throw new Error(`${deaths} deaths were counted`);
  },
  'rolling restarts of 2 web and 2 workers': async ({ stack, times }) => {
    let turns = 0;
    for (const end = Date.now() + times.rolling * 1000; Date.now() < end; turns += 1) {
      const began = Date.now();
      await stack.replace(turns % 2);
      await sleep(Math.max(0, began + times.between * 1000 - Date.now()));
    }
    return `${turns} restarts`;
  },
  '12,000 jobs due at once': async ({ stack }) => {
    await stack.ask(rehearse(12_000, 0, `now() + interval '1 second'`));
    const waiting = await stack.count(OPEN);
    if (waiting < 12_000) throw new Error(`only ${waiting} jobs waited: they were not due at once`);
    await until('they are done', async () => (await stack.count(OPEN)) < 50, 300);
  },
  'a backlog with 1, then 4 workers': async ({ stack, times }) => {
    await Promise.all(stack.workers.splice(0).map((worker) => stack.stop(worker)));
    const [one, four] = [await rate(stack, 1, times.backlog[0]), await rate(stack, 4, times.backlog[1])];
    stack.workers.push(stack.worker(), stack.worker());
    const said = `${one.toFixed(0)}/s → ${four.toFixed(0)}/s (× ${(four / one).toFixed(1)})`;
    // A short backlog is drained before all four workers have started.
    if (times.isWhole && four < 3 * one) throw new Error(`four workers did less than three times what one did: ${said}`);
    return said;
  },
};
