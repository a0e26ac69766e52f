-- Stories of people who came through. The original is sealed; only the redacted text is ever shown to readers.
create table testimony (
    id uuid primary key,
    owner_id uuid not null references data_key (owner_id),
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'escalated')),
    -- The three fields as one JSON document, sealed with the owner's data key.
    sealed bytea not null,
    -- The author's agreement to share, which a story is never stored without.
    consent_at timestamptz not null,
    created_at timestamptz not null default now(),
    -- What screening found in the words, never the words.
    crisis_severity smallint not null check (crisis_severity between 0 and 4),
    crisis_category text,
    -- Set together by the worker. Until then staff see "Being prepared".
    redacted_at timestamptz,
    redacted_text text,
    pii_risk_level text check (pii_risk_level in ('low', 'medium', 'high')),
    topics text[] not null default '{}',
    moderated_at timestamptz,
    moderation_notes text,
    -- A retry of the same submission carries the same key and finds the first story instead of making a second.
    idempotency_key uuid not null,
    constraint testimony_idempotency unique (owner_id, idempotency_key),
    constraint testimony_redacted_whole check (
        (redacted_at is null) = (redacted_text is null) and (redacted_at is null) = (pii_risk_level is null)),
    constraint testimony_approved_is_redacted check (status <> 'approved' or redacted_at is not null)
);
create index testimony_owner on testimony (owner_id, created_at desc);
create index testimony_status on testimony (status, created_at);
-- Readers get the newest approved stories of a topic: walking back in time finds five of them soon.
create index testimony_approved on testimony (moderated_at desc, id) where status = 'approved';
