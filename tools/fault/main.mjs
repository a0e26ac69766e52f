/**
 * Rehearses faults and checks from the outside that nothing was lost, nothing was done twice and the numbers were always
 * shown. bin/fault calls it: node tools/fault/main.mjs BINARIES SECONDS short|whole [WORDS-OF-A-SCENARIO]
 */
import { OPEN } from './jobs.mjs';
import { scenarios } from './scenarios.mjs';
import { answers, NotRun, Stack, until } from './stack.mjs';
import { Traffic } from './traffic.mjs';

const [binaries, given, length, wanted = ''] = process.argv.slice(2);
const seconds = Number(given);
const isWhole = length === 'whole';

/** The duration of lasting faults in seconds, and the sizes of the backlogs for one worker and for four. */
const times = {
  isWhole,
  lasts: seconds,
  redisGone: isWhole ? 600 : seconds,
  postgresGone: isWhole ? 60 : seconds,
  rolling: isWhole ? 300 : seconds * 4,
  between: isWhole ? 10 : 2,
  backlog: isWhole ? [100_000, 100_000] : [3000, 9000],
};

/** The longest time in milliseconds until a person in danger gets the numbers, whatever is broken. */
const PATIENCE_IN_DANGER = 2000;

/** What may be refused during a fault: without Postgres nothing can be accepted, and the answer says so. */
const mayRefuse = (name) => name.startsWith('Postgres');

/** The state of the database before a fault. */
async function remember(stack) {
  return {
    stories: await stack.count('select count(*) from testimony'),
    dead: await stack.count('select count(*) from job where dead_at is not null'),
    fallen: stack.fallen.length,
  };
}

/** The problems visible from the outside, after all work is done. */
async function problems(stack, name, traffic, before) {
  const found = [];
  const stories = (await stack.count('select count(*) from testimony')) - before.stories;
  const prepared = await stack.count(
    `select count(*) from (select subject_id from audit_entry where action = 'story.prepared' group by 1 having count(*) > 1) twice`,
  );
  const unprepared = await stack.count('select count(*) from testimony where redacted_at is null');
  const dead = (await stack.count('select count(*) from job where dead_at is not null')) - before.dead;
  if (traffic.accepted === 0 || traffic.guided === 0) found.push('nothing was accepted: there was no traffic');
  // A request whose connection broke may be stored all the same: so at least the accepted ones must be.
  if (stories < traffic.accepted) found.push(`${traffic.accepted} stories accepted, ${stories} stored`);
  if (unprepared > 0) found.push(`${unprepared} stories accepted and not prepared`);
  if (prepared > 0) found.push(`${prepared} stories prepared twice`);
  if (dead > 0) {
    const why = await stack.ask(
      `select kind || ': ' || reason from job where dead_at is not null order by dead_at desc limit 1`,
    );
    found.push(`${dead} dead jobs; ${why}`);
  }
  if (traffic.crisisMissed.length > 0) {
    found.push(
      `numbers missed ${traffic.crisisMissed.length} of ${traffic.crisisAsked} times: ${traffic.crisisMissed[0]}`,
    );
  }
  if (traffic.crisisSlowest > PATIENCE_IN_DANGER) {
    found.push(`numbers came after ${traffic.crisisSlowest.toFixed(0)} ms`);
  }
  if (traffic.failed.length > 0) found.push(`${traffic.failed.length} failed requests: ${traffic.failed[0]}`);
  if (traffic.unavailable > 0 && !mayRefuse(name)) found.push(`${traffic.unavailable} requests answered 503`);
  found.push(...stack.fallen.slice(before.fallen));
  return found;
}

function row(sign, name, seconds, traffic, note) {
  const figures = [
    `${traffic.accepted} stories`.padStart(13),
    `${traffic.guided} guided`.padStart(12),
    `${traffic.unavailable} × 503`.padStart(9),
    `${traffic.crisisAsked} in danger, ≤ ${traffic.crisisSlowest.toFixed(0)} ms`.padStart(27),
  ];
  return [sign, name.padEnd(42), `${seconds} s`.padStart(6), ...figures, note].join('  ');
}

async function rehearse(stack, name) {
  const before = await remember(stack);
  const traffic = new Traffic(() => stack.webs);
  const began = Date.now();
  let note = '';
  let notRun;
  const found = [];
  try {
    note = (await scenarios[name]({ stack, times, traffic })) ?? '';
    await until('every web process is ready', async () => {
      const ready = await Promise.all(stack.webs.map((web) => answers(web.port, '/readyz')));
      return ready.every(Boolean);
    });
  } catch (error) {
    if (error instanceof NotRun) notRun = error.message;
    else found.push(error.message);
  }
  await traffic.stop();
  await until('nothing is open', async () => (await stack.count(OPEN)) === 0, 150).catch((error) =>
    found.push(error.message),
  );
  found.push(...(await problems(stack, name, traffic, before)));
  const took = ((Date.now() - began) / 1000).toFixed(0);
  const sign = found.length > 0 ? '✗' : notRun ? '–' : '✓';
  console.log(row(sign, name, took, traffic, notRun ? `not run: ${notRun}` : note));
  for (const problem of found) console.log(`     ${problem}`);
  return sign;
}

const names = Object.keys(scenarios).filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
if (names.length === 0) {
  console.error(`No fault is called "${wanted}". There are:\n  ${Object.keys(scenarios).join('\n  ')}`);
  process.exit(2);
}
const stack = await Stack.start(binaries);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => stack.end().finally(() => process.exit(code)));
}
const signs = [];
try {
  for (const name of names) signs.push(await rehearse(stack, name));
} finally {
  await stack.end();
}
const number = (sign) => signs.filter((other) => other === sign).length;
console.log(`${number('✓')} withstood, ${number('✗')} not, ${number('–')} not run`);
// A whole run has not succeeded if a scenario was skipped.
process.exit(number('✗') === 0 && !(isWhole && number('–') > 0) ? 0 : 1);
