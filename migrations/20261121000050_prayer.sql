-- Personal prayer requests. Their words are sealed; they are opened for their author, and for the prayer team while the
-- author shares them.
create table prayer (
    id uuid primary key,
    owner_id uuid not null references data_key (owner_id),
    -- The words, sealed with the owner's data key.
    sealed bytea not null,
    created_at timestamptz not null,
    -- Since when the prayer team may read it; null while its author keeps it to themselves.
    shared_at timestamptz,
    -- When somebody of the prayer team last prayed for it. It stays when the author shares it no more.
    prayed_at timestamptz,
    answered_at timestamptz,
    -- How it was answered, in the author's words, sealed like them.
    sealed_note bytea,
    -- A retry of the same request carries the same key and finds the first prayer instead of making a second.
    idempotency_key uuid not null,
    constraint prayer_idempotency unique (owner_id, idempotency_key),
    constraint prayer_note_needs_answer check (sealed_note is null or answered_at is not null)
);
create index prayer_owner on prayer (owner_id, created_at desc, id desc);
-- What the prayer team is shown: what nobody has prayed for first, then what was prayed for longest ago.
create index prayer_shared on prayer (prayed_at nulls first, shared_at, id)
    where shared_at is not null and answered_at is null;
