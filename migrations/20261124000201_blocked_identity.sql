-- What stays for a year of an account that was deleted while it was blocked: a keyed digest of each way of signing in to
-- it, and of its verified address. Without it, deleting the account and signing in again lifted the block.
create table blocked_identity (
    digest bytea primary key check (octet_length(digest) = 32),
    expires_at timestamptz not null
);
create index blocked_identity_expires on blocked_identity (expires_at);
