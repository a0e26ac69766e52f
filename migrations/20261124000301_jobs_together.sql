-- A worker claims and finishes many jobs with one statement. Each row is changed by itself, through the primary key: a join
-- with the list of ids is planned while the table is small, and reads all of it when the table has grown. Callers sort the
-- ids, so that no two workers wait for each other's rows in a circle.

-- Takes hold of those of the jobs that are due and held by nobody (`of_dead` 0), or by a worker whose lease ran out (1),
-- which counts a death. Jobs whose next death would reach `death_limit` are left alone.
create function hold_jobs(ids uuid[], lease_ids uuid[], lease interval, of_dead smallint, death_limit smallint)
returns table (id uuid, lease_id uuid, payload jsonb, deaths smallint, trace_id uuid, run_at timestamptz)
language plpgsql as $$
begin
    for place in 1 .. cardinality(ids) loop
        return query
            update job as j set
                lease_id = lease_ids[place], lease_until = now() + lease, doubt_at = now() + lease, deaths = j.deaths + of_dead
            where j.id = ids[place] and j.finished_at is null and j.dead_at is null and j.run_at <= now()
                and case of_dead when 0 then j.lease_id is null else j.lease_until < now() end
                and j.deaths + of_dead < death_limit
            returning j.id, j.lease_id, j.payload, j.deaths, j.trace_id, j.run_at;
    end loop;
end
$$;

-- Records that jobs are done which are still held by these leases, and returns those leases.
create function finish_jobs(ids uuid[], lease_ids uuid[]) returns setof uuid
language plpgsql as $$
begin
    for place in 1 .. cardinality(ids) loop
        update job set finished_at = now(), lease_id = null, lease_until = null, reason = null
            where id = ids[place] and lease_id = lease_ids[place];
        if found then
            return next lease_ids[place];
        end if;
    end loop;
end
$$;
