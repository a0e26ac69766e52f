-- Workers claim and end many jobs with one statement. Whoever holds one row for long must not hold up the others: these
-- wait for a lock no longer than 300 ms, and the caller then goes on with each job alone. The old code calls hold_jobs and
-- finish_jobs itself.
create function claim_jobs(ids uuid[], lease_ids uuid[], lease interval, of_dead smallint, death_limit smallint)
returns table (id uuid, lease_id uuid, payload jsonb, deaths smallint, trace_id uuid, run_at timestamptz)
language sql set lock_timeout = '300ms'
as $$ select * from hold_jobs(ids, lease_ids, lease, of_dead, death_limit) $$;

create function end_jobs(ids uuid[], lease_ids uuid[]) returns setof uuid
language sql set lock_timeout = '300ms'
as $$ select * from finish_jobs(ids, lease_ids) $$;
