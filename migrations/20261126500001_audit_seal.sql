-- Each line of the audit trail carries a seal: an HMAC, by a key that the database does not have, over its place and its
-- hash, which covers all lines before it. Somebody who can write to every table can compute the hashes of a rewritten trail, but no
-- seals. Lines of older releases are sealed once, with the date.
create table audit_seal (
    position bigint primary key,
    key_id text not null,
    seal bytea not null,
    sealed_at timestamptz not null default now()
);
create trigger audit_seal_kept before update or delete or truncate on audit_seal
    for each statement execute function refuse_audit_change();

-- The head is moved by the trigger alone, so that the role of the application needs no right to do it.
alter function chain_audit_entry() security definer set search_path = public, pg_temp;
