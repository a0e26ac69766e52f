-- Subscriptions, as the payment provider last described them. Nothing here is ever computed from an event: whatever
-- happened, the subscription is fetched and what it says then is written.
create table subscription (
    id uuid primary key,
    customer_id uuid not null references stripe_customer (id) on delete cascade,
    stripe_id text unique,
    -- Not begun here: an answer of theirs was lost, or somebody made it there.
    is_adopted boolean not null default false,
    -- Counts refusals of the request to make it.
    attempt integer not null default 0,
    created_at timestamptz not null default now(),
    -- What they said: the status in their word, null as long as they have said nothing.
    status text,
    period_end timestamptz,
    -- When it ends, if that is settled: they say so by a date, or by the end of the period.
    ends_at timestamptz,
    -- Since when a renewal is unpaid; access ends seven days after that.
    unpaid_since timestamptz,
    -- Questions are numbered before they are asked. An answer is written only if none to a later question was.
    asked bigint not null default 0,
    told bigint not null default 0,
    told_at timestamptz,
    -- Since when we want it to be over: a job goes on until they say that it is.
    ending_since timestamptz,
    constraint subscription_told_by_them check (status is null or stripe_id is not null)
);
create index subscription_customer on subscription (customer_id);
-- One that is not paid yet is enough for a customer: it is paid, or expires by itself after 23 hours.
create unique index subscription_begun on subscription (customer_id)
    where (status is null or status = 'incomplete') and ending_since is null and not is_adopted;
-- What must be compared at night: all that may still cost or give something.
create index subscription_living on subscription (id) where status is null or status not in ('canceled', 'incomplete_expired');
