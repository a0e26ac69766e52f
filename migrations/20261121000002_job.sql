-- The ledger of jobs. A job is a row, written in the transaction of the change that needs it.
-- Redis only rings the bell: it carries ids, and may be emptied at any moment.
--
--   waiting   sent_at is null                               the relay has not pushed the id yet
--   sent      sent_at is not null, lease_id is null         the id is in Redis
--   running   lease_id is not null                          a worker holds it until lease_until, and keeps extending
--             doubt_at has passed, sent or running          the relay looks whether the id must be pushed again
--   finished  finished_at is not null
--   dead      dead_at is not null, reason says why          a person decides: retry or discard
create table job (
    id uuid primary key,
    lane text not null check (lane in ('urgent', 'bulk')),
    kind text not null,
    -- Ids and numbers only. What people confide never stands in a payload.
    payload jsonb not null,
    created_at timestamptz not null default now(),
    run_at timestamptz not null default now(),
    sent_at timestamptz,
    lease_id uuid,
    lease_until timestamptz,
    doubt_at timestamptz,
    -- Failures are counted by the worker that saw them, deaths by the next one that finds the lease abandoned.
    failures smallint not null default 0,
    deaths smallint not null default 0,
    finished_at timestamptz,
    dead_at timestamptz,
    reason text,
    -- Set for scheduled jobs: the schedule's name and its hour. However many workers try, it is enqueued once.
    schedule_key text unique,
    constraint job_ends_once check (finished_at is null or dead_at is null),
    constraint job_dead_has_reason check (dead_at is null or reason is not null)
);

-- What the relay asks for every time it looks: due, oldest first.
create index job_due on job (lane, run_at) where finished_at is null and dead_at is null and sent_at is null;

-- How many ids of a lane are in Redis, and which of them to doubt.
create index job_sent on job (lane, doubt_at)
    where finished_at is null and dead_at is null and sent_at is not null;

-- Housekeeping removes finished rows by age.
create index job_finished on job (finished_at) where finished_at is not null;
