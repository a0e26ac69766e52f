/** Jobs of the rehearsed kind, written straight into the ledger, and what can be asked of it. */

export const OPEN = 'select count(*) from job where finished_at is null and dead_at is null';
export const FINISHED = 'select count(*) from job where finished_at is not null';

/** Writes jobs that wait so long and then succeed. */
export const rehearse = (number, milliseconds, due = 'now()') => `
  insert into job (id, lane, kind, payload, run_at)
  select gen_random_uuid(), 'urgent', 'rehearse',
    '{"kind": "rehearse", "act": {"wait": {"milliseconds": ${milliseconds}}}}', ${due}
  from generate_series(1, ${number})`;

/** Writes a job now that the schedule would write later. */
export const schedule = (kind, lane) => `
  insert into job (id, lane, kind, payload) values (gen_random_uuid(), '${lane}', '${kind}', '{"kind": "${kind}"}')`;
