-- Payments that need the attention of staff: disputes, refunds and early fraud warnings, each once.
create table payment_issue (
    id uuid primary key,
    kind text not null check (kind in ('dispute', 'refund', 'fraud_warning')),
    charge_stripe_id text not null,
    subscription_id uuid references subscription (id) on delete set null,
    -- In the smallest unit of the currency: cents of a dollar.
    amount bigint not null,
    currency text not null,
    -- Whether it ended the subscription.
    ends boolean not null,
    created_at timestamptz not null default now(),
    handled_at timestamptz,
    unique (kind, charge_stripe_id)
);
create index payment_issue_open on payment_issue (created_at desc) where handled_at is null;
create index payment_issue_subscription on payment_issue (subscription_id);

-- Whether staff let the subscription run on after a full refund.
alter table subscription add column is_kept_after_refund boolean not null default false;
-- The charge that an event is about, for those that never came and were found in the list of events.
alter table stripe_event add column charge_stripe_id text;
