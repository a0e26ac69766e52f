-- People with an account. (`user` is a reserved word of SQL; everywhere else the noun is "user".)
create table app_user (
    id uuid primary key,
    first_name text,
    last_name text,
    email text,
    -- Only a verified address identifies somebody, joins two ways of signing in, or claims a subscription.
    email_verified boolean not null default false,
    created_at timestamptz not null default now(),
    blocked_at timestamptz,
    -- Premium given by staff, beside whatever the payment provider says.
    manual_premium_until timestamptz,
    -- What the payment provider last said.
    stripe_customer_id text unique,
    subscription_status text,
    constraint app_user_verified_has_email check (email is not null or not email_verified)
);
create unique index app_user_verified_email on app_user (lower(email)) where email_verified;
create index app_user_created on app_user (created_at desc, id);

-- The ways in which somebody signs in. Who they are is (issuer, subject) and nothing else.
create table identity (
    issuer text not null,
    subject text not null,
    user_id uuid not null references app_user (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (issuer, subject)
);
create index identity_user on identity (user_id);
