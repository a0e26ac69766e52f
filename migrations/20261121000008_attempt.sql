-- How often something was tried that must not be tried without end, by whom or at what: a client's address prefix or
-- an e-mail address, as a keyed hash. A row counts one window of time and begins anew when that is over.
create table attempt (
    kind text not null,
    by_hash bytea not null,
    began_at timestamptz not null,
    count integer not null,
    primary key (kind, by_hash)
);
create index attempt_began on attempt (began_at);
