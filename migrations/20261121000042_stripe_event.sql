-- What the payment provider told us, each event once. Its body is sealed and read by the worker alone, which takes
-- nothing from it but whom to ask about.
create table stripe_event (
    id uuid primary key,
    -- Their name for it: a repeated one is stored once.
    stripe_id text not null unique,
    kind text not null,
    created_at timestamptz not null,
    received_at timestamptz not null default now(),
    -- The signed body, for those that came by themselves.
    sealed bytea,
    -- The subscription it is about, for those that never came and were found in the list of events.
    subscription_stripe_id text,
    settled_at timestamptz
);
create index stripe_event_settled on stripe_event (settled_at) where settled_at is not null;
create index stripe_event_open on stripe_event (received_at) where settled_at is null;

-- Up to where the list of events was read. It begins with the installation.
create table stripe_watermark (
    is_only boolean primary key default true check (is_only),
    read_to timestamptz not null
);
insert into stripe_watermark (read_to) values (now());
