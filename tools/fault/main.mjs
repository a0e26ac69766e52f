/**
 * Rehearses faults and checks from the outside that nothing was lost, nothing was done twice and the numbers were always
 * shown. bin/fault calls it: node tools/fault/main.mjs BINARIES SECONDS [WORDS-OF-A-SCENARIO]
 */
import { scenarios } from './scenarios.mjs';
import { Stack, answers, until } from './stack.mjs';
import { Traffic } from './traffic.mjs';

const [binaries, seconds, wanted = ''] = process.argv.slice(2);

/** What may be refused meanwhile: without Postgres nothing can be accepted, and that is said. */
const mayRefuse = (name) => name.startsWith('Postgres');

/** Problems that can be seen from the outside, after everything has come to rest. */
async function problems(stack, name, traffic, before) {
  const found = [];
  const stories = (await stack.count('select count(*) from testimony')) - before;
  const prepared = await stack.count(
    `select count(*) from (select subject_id from audit_entry where action = 'story.prepared' group by 1 having count(*) > 1) twice`,
  );
  const unprepared = await stack.count('select count(*) from testimony where redacted_at is null');
  const dead = await stack.count('select count(*) from job where dead_at is not null');
  // A request whose connection broke may have been stored: never fewer than were accepted.
  if (stories < traffic.accepted) found.push(`${traffic.accepted} stories accepted, ${stories} stored`);
  if (unprepared > 0) found.push(`${unprepared} stories accepted and not prepared`);
  if (prepared > 0) found.push(`${prepared} stories prepared twice`);
  if (dead > 0) found.push(`${dead} dead jobs`);
  if (traffic.crisisMissed.length > 0) {
    found.push(`numbers missed ${traffic.crisisMissed.length} of ${traffic.crisisAsked} times: ${traffic.crisisMissed[0]}`);
  }
  if (traffic.failed.length > 0) found.push(`${traffic.failed.length} failed requests: ${traffic.failed[0]}`);
  if (traffic.unavailable > 0 && !mayRefuse(name)) found.push(`${traffic.unavailable} requests answered 503`);
  return found;
}

async function rehearse(stack, webs, workers, name) {
  const before = await stack.count('select count(*) from testimony');
  const traffic = new Traffic(() => webs);
  const began = Date.now();
  let note = '';
  const found = [];
  try {
    note = (await scenarios[name]({ stack, webs, workers, seconds: Number(seconds) })) ?? '';
    await until('every web process is ready', async () => {
      const ready = await Promise.all(webs.map((web) => answers(web.port, '/readyz')));
      return ready.every(Boolean);
    });
  } catch (error) {
    found.push(error.message);
  }
  await traffic.stop();
  await until('nothing is open', async () =>
    (await stack.count('select count(*) from job where finished_at is null and dead_at is null')) === 0,
  ).catch((error) => found.push(error.message));
  found.push(...(await problems(stack, name, traffic, before)));
  const took = ((Date.now() - began) / 1000).toFixed(0);
  const row = [
    found.length === 0 ? '✓' : '✗',
    name.padEnd(46),
    `${took} s`.padStart(6),
    `${traffic.accepted} accepted`.padStart(14),
    `${traffic.unavailable} × 503`.padStart(9),
    `${traffic.crisisAsked} in danger`.padStart(14),
    note,
  ];
  console.log(row.join('  '));
  for (const problem of found) console.log(`     ${problem}`);
  return found.length === 0;
}

const names = Object.keys(scenarios).filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
if (names.length === 0) {
  console.error(`No fault is called "${wanted}". There are:\n  ${Object.keys(scenarios).join('\n  ')}`);
  process.exit(2);
}
const stack = await Stack.start(binaries);
let good = true;
try {
  const webs = [await stack.web(), await stack.web()];
  const workers = [stack.worker(), stack.worker()];
  await until('both are ready', () => answers(webs[0].port, '/readyz'));
  for (const name of names) good = (await rehearse(stack, webs, workers, name)) && good;
} finally {
  await stack.end();
}
process.exit(good ? 0 : 1);
