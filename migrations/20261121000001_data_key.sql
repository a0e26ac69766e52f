-- Envelope encryption. Whatever people confide is sealed with a data key of its owner; the data key is
-- sealed ("wrapped") with one of the operator's keys in ENC_KEYS. Destroying a data key makes everything
-- that its owner confided unreadable, in backups too once the wrapping key of that time is retired.
create table data_key (
    owner_id uuid primary key,
    owner_kind text not null check (owner_kind in ('guest', 'user')),
    wrapping_key_id text not null,
    wrapped bytea not null,
    created_at timestamptz not null default now()
);

-- One sealed constant per wrapping key. A process that cannot open the canary of a key it was given has been
-- given a wrong key, and refuses to start rather than seal anything with it.
create table vault_canary (
    wrapping_key_id text primary key,
    sealed bytea not null,
    created_at timestamptz not null default now()
);
