/** Jobs of the rehearsed kind, written straight into the ledger, and what can be asked of it. */

export const OPEN = 'select count(*) from job where finished_at is null and dead_at is null';
export const DEATHS = 'select coalesce(sum(deaths), 0) from job';
export const FINISHED = 'select count(*) from job where finished_at is not null';

/** Writes jobs that wait so long and then succeed. */
export const rehearse = (number, milliseconds, due = 'now()') => `
  insert into job (id, lane, kind, payload, run_at)
  select gen_random_uuid(), 'urgent', 'rehearse',
    '{"kind": "rehearse", "act": {"wait": {"milliseconds": ${milliseconds}}}}', ${due}
  from generate_series(1, ${number})`;

/** The places of the two workers of a stack together. */
const PLACES = 32;

/** More waiting jobs than two workers do in so long: then something is under way until it is over. */
export const busyFor = (milliseconds, each) =>
  rehearse(Math.ceil((1.5 * PLACES * milliseconds) / each), each);

/** A fault that hits nothing proves nothing. */
export async function insistOnWork(stack) {
  if ((await stack.count(OPEN)) < PLACES) throw new Error('nothing was under way');
}

/** Writes a job now that the schedule would write later. */
export const schedule = (kind, lane) => `
  insert into job (id, lane, kind, payload) values (gen_random_uuid(), '${lane}', '${kind}', '{"kind": "${kind}"}')`;
