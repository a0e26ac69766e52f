-- What came of each comparison with all of the provider's subscriptions. `drift` counts those that were other than we
-- believed though nothing was left to work off: it must be 0, and is a metric.
create table stripe_comparison (
    id uuid primary key,
    at timestamptz not null default now(),
    compared bigint not null,
    drift bigint not null
);
create index stripe_comparison_at on stripe_comparison (at desc);
