-- What each worker holds in its local queues, so that staff see it; a worker writes its rows every few seconds and deletes
-- them when it ends. Rows of a killed worker stay until another one deletes them.
create table local_queue (
    worker uuid not null,
    lane text not null,
    -- How many jobs may run at once.
    slots integer not null,
    running integer not null,
    -- Claimed and not begun.
    ahead integer not null,
    -- Ended, but not recorded yet.
    unrecorded integer not null,
    -- Since when the oldest waits to begin, or to be recorded; null if there is none. Neither should take seconds.
    oldest_since timestamptz,
    seen_at timestamptz not null default now(),
    primary key (worker, lane)
);
