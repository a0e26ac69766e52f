-- Finds the jobs of a batch by their ids alone, whatever the planner believes about the table.
--
-- A table that has drained of a backlog has many pages and few rows. The planner then expects few rows in all, also when the
-- next backlog is there, and joined each of them with each id of the batch: ends and leases of 500 jobs took 200 ms among
-- 20,000, and more among more. There is no join here, so it looks up each id.
--
-- A lease belongs to one job, so the job of one id with the lease of another does not exist. Rows are locked in the order of
-- their ids, because the index is read in its order: a bitmap would be read in that of the table.

create or replace function extend_jobs(ids uuid[], lease_ids uuid[], lease interval) returns setof uuid
language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    return query
        update job set lease_until = now() + lease where id = any(ids) and lease_id = any(lease_ids) returning id;
end
$$;

create or replace function complete_jobs(ids uuid[], lease_ids uuid[]) returns setof uuid
language plpgsql set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    return query
        update job set finished_at = now(), lease_id = null, lease_until = null, reason = null, counted = false
        where id = any(ids) and lease_id = any(lease_ids)
        returning id;
end
$$;

create or replace function give_back_jobs(ids uuid[], lease_ids uuid[]) returns void
language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    update job set lease_id = null, lease_until = null, sent_at = null, counted = false
    where id = any(ids) and lease_id = any(lease_ids);
end
$$;
