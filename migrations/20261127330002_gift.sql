-- Years of premium that somebody pays for somebody else. The old code knows nothing of them: it neither reads nor writes
-- these tables and columns, and a gift that it does not see is seen again by the new code.
create table gift (
    id uuid primary key,
    -- Who pays: a user, or a visitor by the hash of the secret in their cookie. Both are null once the account is deleted.
    giver_id uuid references app_user (id) on delete set null,
    giver_hash bytea,
    -- Where the receipt goes, as it was typed. It identifies nobody.
    email text,
    -- The payment at Stripe, and how many requests for it were refused.
    stripe_id text unique,
    attempt integer not null default 0,
    -- In cents of a dollar.
    amount bigint not null,
    -- begun: it can be paid. canceled: it never was. paid: its code can be used. used: somebody has accepted it. refunding:
    -- staff give the money back, and the code is closed. refunded, disputed: Stripe says so. ended: by staff, unpaid back.
    state text not null default 'begun'
        check (state in ('begun', 'canceled', 'paid', 'used', 'refunding', 'refunded', 'disputed', 'ended')),
    -- Requests to Stripe are numbered. An answer is written only if none to a later request was.
    asked bigint not null default 0,
    told bigint not null default 0,
    told_at timestamptz,
    -- Cards that were declined for it: many of them mean that stolen cards are tried.
    declines smallint not null default 0,
    -- The code: its hash, and sealed for the giver until it is used.
    code_hash bytea unique,
    code_sealed bytea,
    receiver_id uuid references app_user (id) on delete set null,
    created_at timestamptz not null default now(),
    paid_at timestamptz,
    expires_at timestamptz,
    used_at timestamptz,
    -- When staff began to give the money back.
    refund_asked_at timestamptz,
    constraint gift_has_one_giver check (giver_id is null or giver_hash is null)
);
-- Of two tabs that begin a gift at once, one makes the payment and the other finds it.
create unique index gift_begun_by_user on gift (giver_id) where state = 'begun';
create unique index gift_begun_by_visitor on gift (giver_hash) where state = 'begun';
create index gift_giver on gift (giver_id) where giver_id is not null;
create index gift_giver_browser on gift (giver_hash) where giver_hash is not null;
create index gift_receiver on gift (receiver_id) where receiver_id is not null;
create index gift_open on gift (created_at) where state in ('begun', 'canceled', 'refunding');
create index gift_listed on gift (created_at desc) where state not in ('begun', 'canceled');

-- What gifts give a user: from when until when, or for how many seconds once no subscription runs any more.
alter table app_user add column gift_from timestamptz;
alter table app_user add column gift_until timestamptz;
alter table app_user add column gift_held bigint not null default 0;

-- A dispute, an inquiry, a refund or a warning may be about a gift.
alter table payment_issue add column gift_id uuid references gift (id) on delete set null;
create index payment_issue_gift on payment_issue (gift_id);
