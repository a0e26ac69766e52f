-- Sessions, of users and of staff. The id in the cookie is a secret: only its hash is kept, so that a leaked
-- database opens no session. An ended session stays for a while, so that the next call can be told why it ended.
-- `expires_at` moves with use, up to a longest life: idle and absolute limits are one comparison.
create table session (
    id_hash bytea primary key,
    kind text not null check (kind in ('user', 'admin')),
    -- Null for staff, who have no account.
    user_id uuid references app_user (id) on delete cascade,
    -- What a session of staff carries beside its columns; a user's carries nothing.
    data bytea not null default '',
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    ended_because text check (ended_because in ('signed_out', 'elsewhere', 'blocked')),
    constraint session_of_a_user check ((kind = 'user') = (user_id is not null)),
    constraint session_end_has_reason check ((ended_at is null) = (ended_because is null))
);
create index session_by_user on session (user_id) where ended_at is null;
create index session_expires on session (expires_at);
