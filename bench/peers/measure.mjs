/**
 * Measures the queues in turns: `node measure.mjs NUMBER TURNS`, with DATABASE_URL, REDIS_URL, POSTGRES_PID, REDIS_PID,
 * PROFILE and the settings of our workers. `bin/bench queue` starts what it needs.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { memory, processorTime } from './processes.mjs';
import { close, queues } from './queues.mjs';

const [number, turns] = process.argv.slice(2).map(Number);
const servers = [process.env.POSTGRES_PID, process.env.REDIS_PID].map(Number);
const WARM_UP = 500;
/** 20,000 jobs take four workers a third of a second, too short to measure: waking them and the last jobs of each show. */
const TIMES_FOR_SEVERAL = 5;
const LONE_JOBS = 200;
const KILLED_AMONG = 20_000;
const RECOVERY_SECONDS = 60;
const START_SECONDS = 60;
const print = (line) => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

const running = new Set();
function start(queue) {
  const child = queue.start();
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
async function end(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}

async function untilDone(queue) {
  while (await queue.hasOpen()) await sleep(20);
}

/** Waits until the processes have started: until they use hardly any processor time. */
async function untilRested(children) {
  const used = () => children.reduce((sum, child) => sum + processorTime(child.pid), 0);
  const began = performance.now();
  let before = -1;
  while (performance.now() - began < START_SECONDS * 1000) {
    const now = used();
    if (now > 0 && before >= 0 && now - before <= 10 * children.length) return;
    before = now;
    await sleep(300);
  }
  throw new Error(`the workers did not come to rest within ${START_SECONDS} s`);
}

/** Adds jobs and waits until all are done. Returns the seconds and the processor time since they fell due. */
async function drain(queue, jobs, used = () => 0) {
  const release = await queue.addMany(jobs);
  const [began, before] = [performance.now(), used()];
  if (typeof release === 'function') await release();
  await untilDone(queue);
  return { seconds: (performance.now() - began) / 1000, spent: used() - before };
}

async function rate(queue, workers = 1, jobs = number) {
  await queue.clear();
  const children = Array.from({ length: workers }, () => start(queue));
  await drain(queue, WARM_UP);
  await untilRested(children);
  const processes = [...children.map((child) => child.pid), ...servers];
  const used = () => processes.reduce((sum, pid) => sum + processorTime(pid), 0);
  const { seconds, spent } = await drain(queue, jobs, used);
  const held = Math.max(...children.map((child) => memory(child.pid)));
  await Promise.all(children.map((child) => end(child)));
  return { rate: jobs / seconds, spent: spent / jobs, held };
}

async function latency(queue) {
  await queue.clear();
  const child = start(queue);
  await drain(queue, WARM_UP);
  const took = [];
  for (let job = 0; job < LONE_JOBS; job += 1) {
    await sleep(10 + Math.random() * 20);
    const began = performance.now();
    const id = await queue.addOne();
    while (!(await queue.isDone(id))) await sleep(1);
    took.push(performance.now() - began);
  }
  await end(child);
  return took;
}

async function kill(queue) {
  await queue.clear();
  const first = start(queue);
  await drain(queue, WARM_UP);
  const release = await queue.addMany(KILLED_AMONG);
  if (typeof release === 'function') await release();
  while ((await queue.open()) > KILLED_AMONG / 2) await sleep(5);
  await end(first, 'SIGKILL');
  const held = await queue.held();
  const second = start(queue);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  while ((await queue.open()) > 0 && seconds() < RECOVERY_SECONDS) await sleep(100);
  const left = await queue.open();
  const took = seconds();
  await end(second);
  await queue.clear();
  return { held, left, took };
}

/** Two processes that keep both processors busy. */
function neighbours() {
  const children = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  for (const child of children) running.add(child);
  return children;
}

async function compareRates(title) {
  print(`\n${title}: jobs a second, one worker each, in turns`);
  const results = new Map(queues.map((queue) => [queue, []]));
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const queue of queues) {
      const result = await rate(queue);
      results.get(queue).push(result);
      print(`  turn ${turn}, ${queue.name}: ${result.rate.toFixed(0)} jobs/s`);
    }
  }
  const of = (queue, what) => median(results.get(queue).map((result) => result[what]));
  for (const queue of queues) {
    const ratio = of(queues[0], 'rate') / of(queue, 'rate');
    const parts = [
      `${of(queue, 'rate').toFixed(0)} jobs/s`,
      `${of(queue, 'spent').toFixed(3)} ms of processor time a job, servers included`,
      `${of(queue, 'held')} MB`,
      ...(queue === queues[0] ? [] : [`ours is ${ratio.toFixed(2)} x`]),
    ];
    print(`${queue.name} (${queue.settings}): ${parts.join('; ')}`);
  }
}

async function main() {
  for (const queue of queues) await queue.prepare();
  await compareRates('Idle machine');
  const busy = neighbours();
  await compareRates('Beside two busy neighbours');
  await Promise.all(busy.map((child) => end(child, 'SIGKILL')));

  const ofSeveral = TIMES_FOR_SEVERAL * number;
  print(`\nOurs with more workers, in turns, ${ofSeveral} jobs`);
  const several = new Map([1, 2, 4].map((workers) => [workers, []]));
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const [workers, rates] of several) rates.push((await rate(queues[0], workers, ofSeveral)).rate);
  }
  for (const [workers, rates] of several) {
    print(`${workers} worker(s): ${median(rates).toFixed(0)} jobs/s, ${((100 * median(rates)) / median(several.get(1))).toFixed(0)} % of one`);
  }

  print(`\nA lone job, from push to done, seen in the store: ${LONE_JOBS} each`);
  for (const queue of queues) {
    const took = await latency(queue);
    print(`${queue.name}: p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`);
  }

  print(`\nkill -9 in the middle of ${KILLED_AMONG} jobs, and another worker at once`);
  for (const queue of queues) {
    const { held, left, took } = await kill(queue);
    const outcome = left === 0 ? `all done after ${took.toFixed(0)} s` : `${left} not done after ${RECOVERY_SECONDS} s`;
    print(`${queue.name}: ${held} were held; ${outcome}`);
  }
}

try {
  await main();
} finally {
  for (const child of running) child.kill('SIGKILL');
  await close();
}
