-- A blocked account that was deleted may have had several ways of signing in. Whoever comes back by one of them is blocked
-- again; when staff let them in, the other ways must not block them once more. What was noted belongs together by its
-- lineage, and to the account that carries the block on. The code of the release before writes neither: each of its notes
-- is a lineage of its own, as until now.
alter table blocked_identity
    add column lineage uuid not null default gen_random_uuid(),
    add column user_id uuid references app_user (id) on delete set null;
create index blocked_identity_lineage on blocked_identity (lineage);
create index blocked_identity_user on blocked_identity (user_id) where user_id is not null;
