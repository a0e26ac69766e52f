-- Workers claim jobs of a lane, extend their leases, end them and give them back in batches. The old code calls claim_jobs and
-- end_jobs, which respect the same leases.
--
-- The planner may not read the whole table for a claim: a plan that was made while the table was small would be kept when it
-- has grown. Rows that were picked are found again by their place in the table, where they are locked. Leases are found through
-- the primary key, with a plan for each statement, and callers sort the ids, so that no two wait for each other in a circle.
--
-- These commits do not wait for the disk. If Postgres crashes, the last of them (0.6 seconds at most, with its default
-- settings) are forgotten, and their jobs run once more. What a job itself committed comes earlier in the log, so an end is
-- never remembered without it.

-- Claims jobs without a death, by priority and age; an expired lease counts one.
create function take_fresh_jobs(of_lane text, of_limit text, how_many int, enforced boolean, lease interval)
returns table (id uuid, lease_id uuid, payload jsonb, deaths smallint, trace_id uuid, run_at timestamptz, died boolean)
language plpgsql as $$
declare
    room int := how_many;
    got int;
begin
    for level in -1 .. 1 loop
        exit when room <= 0;
        return query
            with picked as (
                select d.ctid as place from job as d
                where d.lane = of_lane and d.limited_by = of_limit and d.priority = level and d.run_at <= now()
                    and d.finished_at is null and d.dead_at is null and d.deaths = 0
                    and (d.lease_id is null or enforced and d.lease_until < now())
                order by d.run_at limit room for update skip locked
            )
            update job as j set lease_id = gen_random_uuid(), lease_until = now() + lease, counted = of_limit <> '',
                deaths = j.deaths + (j.lease_id is not null)::int
            from picked where j.ctid = picked.place
            returning j.id, j.lease_id, j.payload, j.deaths, j.trace_id, j.run_at, j.deaths > 0;
        get diagnostics got = row_count;
        room := room - got;
    end loop;
end
$$;

-- Claims jobs with a death, whose number of deaths will then be in this range; an expired lease counts one more.
create function take_suspect_jobs(
    of_lane text, of_limit text, how_many int, least_deaths int, most_deaths int, enforced boolean, lease interval)
returns table (id uuid, lease_id uuid, payload jsonb, deaths smallint, trace_id uuid, run_at timestamptz, died boolean)
language sql as $$
    with picked as (
        select d.ctid as place, d.lease_id is not null as was_held from job as d
        where d.lane = of_lane and d.limited_by = of_limit and d.deaths > 0 and d.run_at <= now()
            and d.finished_at is null and d.dead_at is null and (d.lease_id is null or enforced and d.lease_until < now())
            and d.deaths + (d.lease_id is not null)::int between least_deaths and most_deaths
        order by d.priority, d.run_at limit how_many for update skip locked
    )
    update job as j set lease_id = gen_random_uuid(), lease_until = now() + lease, counted = of_limit <> '',
        deaths = j.deaths + picked.was_held::int
    from picked where j.ctid = picked.place
    returning j.id, j.lease_id, j.payload, j.deaths, j.trace_id, j.run_at, picked.was_held
$$;

-- Claims due jobs of a lane that nobody holds; `died` says that a worker died with the job just now.
--
--   most           how many without a death and without a limit; they may wait in the worker
--   at_once        how many with a death, and how many of each limit: the worker begins them at once
--   quarantined    0, or 1 job whose next death is its last
--   enforced       whether an expired lease means that its worker died
--   limits, sizes  the limits of the lane, and how many of each may run at once in all workers
create function take_jobs(of_lane text, most int, at_once int, quarantined int, enforced boolean, lease interval,
    death_limit int, limits text[], sizes int[])
returns table (id uuid, lease_id uuid, payload jsonb, deaths smallint, trace_id uuid, run_at timestamptz, died boolean)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    alone int := quarantined;
    room int;
    got int;
begin
    perform set_config('synchronous_commit', 'off', true);
    return query select * from take_suspect_jobs(of_lane, '', alone, death_limit - 1, 32767, enforced, lease);
    get diagnostics got = row_count;
    alone := alone - got;
    return query select * from take_suspect_jobs(of_lane, '', at_once, 1, death_limit - 2, enforced, lease);
    for place in 1 .. cardinality(limits) loop
        -- Another worker counts the same limit now: it has what there is.
        continue when not pg_try_advisory_xact_lock(hashtext('job limit'), hashtext(limits[place]));
        select least(at_once, sizes[place] - count(*)) into room from job as d
        where d.limited_by = limits[place] and d.counted and d.finished_at is null and d.dead_at is null
            and d.lease_id is not null and (d.lease_until >= now() or not enforced);
        return query select * from take_suspect_jobs(
            of_lane, limits[place], least(alone, greatest(room, 0)), death_limit - 1, 32767, enforced, lease);
        get diagnostics got = row_count;
        alone := alone - got;
        room := room - got;
        return query select * from take_suspect_jobs(
            of_lane, limits[place], greatest(room, 0), 1, death_limit - 2, enforced, lease);
        get diagnostics got = row_count;
        return query select * from take_fresh_jobs(of_lane, limits[place], room - got, enforced, lease);
    end loop;
    return query select * from take_fresh_jobs(of_lane, '', most, enforced, lease);
end
$$;

-- Those of the lanes that have a due job which nobody holds. A lane is named once for each of its limits, and once with ''.
create function lanes_with_due_jobs(lanes text[], limits text[], enforced boolean) returns setof text
language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
begin
    for place in 1 .. cardinality(lanes) loop
        for level in -1 .. 1 loop
            if exists (
                select from job
                where lane = lanes[place] and limited_by = limits[place] and priority = level and run_at <= now()
                    and finished_at is null and dead_at is null and (lease_id is null or enforced and lease_until < now())
            ) then
                return next lanes[place];
                exit;
            end if;
        end loop;
    end loop;
end
$$;

-- Extends the leases that are still valid; returns the ids of their jobs. A job that has ended has no lease. To say so here
-- would offer the indexes of unfinished jobs to the planner, which hold no ids.
create function extend_jobs(ids uuid[], lease_ids uuid[], lease interval) returns setof uuid
language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    return query
        update job set lease_until = now() + lease
        from unnest(ids, lease_ids) as ours (job_id, held)
        where id = ours.job_id and lease_id = ours.held
        returning id;
end
$$;

-- Records that jobs are done whose leases are still valid; returns the ids of these.
create function complete_jobs(ids uuid[], lease_ids uuid[]) returns setof uuid
language plpgsql set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    return query
        update job set finished_at = now(), lease_id = null, lease_until = null, reason = null, counted = false
        from unnest(ids, lease_ids) as ours (job_id, held)
        where id = ours.job_id and lease_id = ours.held
        returning id;
end
$$;

-- Gives jobs back: due at once, nothing is counted.
create function give_back_jobs(ids uuid[], lease_ids uuid[]) returns void
language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    update job set lease_id = null, lease_until = null, sent_at = null, counted = false
    from unnest(ids, lease_ids) as ours (job_id, held)
    where id = ours.job_id and lease_id = ours.held;
end
$$;
