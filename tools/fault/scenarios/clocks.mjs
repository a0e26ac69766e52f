/** Workers with wrong clocks. Leases and due times must come from the clock of Postgres alone. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { OPEN, rehearse } from '../jobs.mjs';
import { askForMail, mailsTo } from '../people.mjs';
import { NotRun, until } from '../stack.mjs';

/** The library that changes the clock of a process (libfaketime). */
function otherClock(minutes) {
  const library = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file));
  if (!library) throw new NotRun('libfaketime is missing: apt-get install faketime');
  // Only the wall clock differs: the monotonic clock is the same for all.
  return { LD_PRELOAD: library, FAKETIME: `${minutes}m`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

export const clocks = {
  'workers whose clocks differ by 20 minutes': async ({ stack }) => {
    const before = await stack.count('select coalesce(sum(deaths + failures), 0) from job');
    const people = Array.from({ length: 20 }, (_, number) => `early${number}@example.com`);
    for (const [place, minutes] of ['+10', '-10'].entries()) {
      const old = stack.workers[place];
      const settings = otherClock(minutes);
      const shown = Number(execFileSync('date', ['+%s'], { env: { PATH: process.env.PATH, ...settings } }));
      const off = Math.abs(shown - Date.now() / 1000 - Number(minutes) * 60);
      if (off > 5) throw new Error(`a clock that should differ by ${minutes} minutes is ${off.toFixed(0)} s off`);
      stack.workers[place] = stack.worker(settings);
      await stack.stop(old);
    }
    // Some take longer than a lease; others are due later, by the clock of Postgres.
    await stack.ask(`${rehearse(40, 14_000)}; ${rehearse(100, 5, `now() + interval '8 seconds'`)}`);
    for (const person of people) await askForMail(stack, person);
    await until('nothing is open', async () => (await stack.count(OPEN)) < 20);
    const early = await stack.count('select count(*) from job where finished_at < run_at');
    if (early > 0) throw new Error(`${early} jobs ran before they were due`);
    const again = (await stack.count('select coalesce(sum(deaths + failures), 0) from job')) - before;
    if (again > 0) throw new Error(`${again} jobs were begun again`);
    const mails = await mailsTo(stack, people);
    if (mails.some((number) => number !== 1)) throw new Error(`mails came ${mails.join(', ')} times`);
    await stack.replaceAll();
  },
};
