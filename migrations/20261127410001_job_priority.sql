-- Jobs of a lane are claimed by priority (-1 first, 0 normal, 1 last) and then by age. Jobs of which only so many may run at
-- once, whatever the number of workers, name their limit in `limited_by`; `counted` says that a running one counts against
-- it. The old code writes none of these columns: its jobs have the normal priority and no limit.
alter table job add column priority smallint not null default 0;
alter table job add column limited_by text not null default '';
alter table job add column counted boolean not null default false;

-- What a claim reads, in the order in which it claims. Nothing of a lease is in an index of this table. So a claim changes
-- no index, and the new version of a row stays in its page, where the fill factor leaves as much room again.
create index job_claim on job (lane, limited_by, priority, run_at) where finished_at is null and dead_at is null;
alter table job set (fillfactor = 45);

-- Jobs with which a worker has died are claimed in smaller numbers, and must be found among many others.
create index job_suspect on job (lane, limited_by, priority, run_at)
    where deaths > 0 and finished_at is null and dead_at is null;

-- How many jobs count against a limit now.
create index job_counted on job (limited_by) where counted and finished_at is null and dead_at is null;
