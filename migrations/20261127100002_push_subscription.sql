-- Web Push: the browsers that a user wants to be told in, as long as the session lasts in which they asked for it.
--
-- A new table: the old code does not know it. What it deletes (users, sessions) takes these rows along.
create table push_subscription (
    id uuid primary key,
    user_id uuid not null references app_user (id) on delete cascade,
    session_hash bytea not null references session (id_hash) on delete cascade,
    -- The address at the browser's push service. Only messages that are signed with our key are accepted there.
    endpoint text not null unique,
    -- The public key that the browser subscribed with.
    application_key text not null,
    -- What to tell.
    stories boolean not null,
    prayers boolean not null,
    psalm boolean not null,
    time_zone text not null,
    -- The next evening on which to look for something to tell.
    due_at timestamptz not null,
    -- How many prayers for their stories the user was told of, and when.
    prayers_told bigint not null,
    told_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index push_subscription_user on push_subscription (user_id);
create index push_subscription_session on push_subscription (session_hash);
create index push_subscription_due on push_subscription (due_at);

-- The next 20:00 in a time zone.
create function next_evening(zone text) returns timestamptz language sql stable as $$
    select case when evening > now() then evening else ((now() at time zone zone)::date + 1 + time '20:00') at time zone zone end
    from (select ((now() at time zone zone)::date + time '20:00') at time zone zone as evening) as today
$$;
