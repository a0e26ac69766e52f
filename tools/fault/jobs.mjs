/** Rehearsal jobs, inserted directly into the job table, and queries of that table. */

export const OPEN = 'select count(*) from job where finished_at is null and dead_at is null';
export const DEATHS = 'select coalesce(sum(deaths), 0) from job';
export const FINISHED = 'select count(*) from job where finished_at is not null';

/** Inserts jobs that wait for the given time and then succeed. */
export const rehearse = (number, milliseconds, due = 'now()') => `
  insert into job (id, lane, kind, payload, run_at)
  select gen_random_uuid(), 'urgent', 'rehearse',
    '{"kind": "rehearse", "act": {"wait": {"milliseconds": ${milliseconds}}}}', ${due}
  from generate_series(1, ${number})`;

/** The slots of a stack's two workers together. */
const PLACES = 32;

/** More jobs than two workers finish in the given time, so that some are running throughout it. */
export const busyFor = (milliseconds, each) =>
  rehearse(Math.ceil((1.5 * PLACES * milliseconds) / each), each);

/** Checks that a fault has hit something: otherwise it proves nothing. */
export async function insistOnWork(stack) {
  if ((await stack.count(OPEN)) < PLACES) throw new Error('nothing was under way');
}

/** Inserts a job now that the schedule would insert later. */
export const schedule = (kind, lane) => `
  insert into job (id, lane, kind, payload) values (gen_random_uuid(), '${lane}', '${kind}', '{"kind": "${kind}"}')`;
