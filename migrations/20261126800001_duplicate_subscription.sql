-- Subscriptions of somebody who pays for another one already, each once: what became of them, for the person and for staff.
create table duplicate_subscription (
    subscription_id uuid primary key references subscription (id) on delete cascade,
    -- The one that goes on.
    kept_id uuid references subscription (id) on delete set null,
    -- asked: both name one address, and nobody has proven that one person paid both. ending: it is refunded and ended by
    -- a job. refunded: it was. not_renewed: it could not be refunded, and ends with its paid month. dismissed: it was none.
    state text not null check (state in ('asked', 'ending', 'refunded', 'not_renewed', 'dismissed')),
    -- What was refunded, in the smallest unit of the currency.
    amount bigint not null default 0,
    currency text,
    found_at timestamptz not null default now(),
    settled_at timestamptz,
    -- When staff have seen it.
    handled_at timestamptz
);
create index duplicate_subscription_open on duplicate_subscription (found_at desc) where handled_at is null;
create index duplicate_subscription_kept on duplicate_subscription (kept_id);
