-- Who pays. A row is written before the payment provider hears of it: its id names the customer there, in the keys that
-- make a repeated request one request, and in their metadata, so that no answer that was lost leaves anybody unknown.
create table stripe_customer (
    id uuid primary key,
    -- Whose subscriptions these are. A visitor's belong to nobody until somebody signs in with the address.
    user_id uuid references app_user (id) on delete set null,
    -- Whether somebody began who was not signed in, and the hash of the secret in their cookie, which opens this until
    -- it is somebody's.
    by_visitor boolean not null,
    visitor_hash bytea unique,
    -- Who signed in with the address of a visitor's customer. They become its user as soon as something was paid: what
    -- was only begun under somebody's address changes nothing for them.
    claimant_id uuid references app_user (id) on delete set null,
    -- Where receipts go, as it was typed. It identifies nobody. Null once the account is deleted.
    email text,
    name text,
    -- Their name for it, once they have answered.
    stripe_id text unique,
    -- Counts what makes the request for it another one: a refusal, which is repeated to whoever repeats the key, or a
    -- changed address.
    attempt integer not null default 0,
    created_at timestamptz not null default now(),
    constraint stripe_customer_cookie_of_visitor check (by_visitor or visitor_hash is null)
);
-- Of two tabs that subscribe at once, one makes the customer and the other finds it.
create unique index stripe_customer_of_user on stripe_customer (user_id) where not by_visitor;
create index stripe_customer_user on stripe_customer (user_id) where user_id is not null;
create index stripe_customer_claimant on stripe_customer (claimant_id) where claimant_id is not null;
-- What waits for somebody to sign in.
create index stripe_customer_waiting on stripe_customer (lower(email)) where user_id is null;
