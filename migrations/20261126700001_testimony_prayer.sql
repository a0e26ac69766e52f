-- That somebody prayed for a published story, once each. The author reads how many did.
--
-- `by_hash` is a digest of the person and the story, made with a key that the database does not have: the rows of one
-- person look like those of several, and no time tells when somebody read. Nobody can list who prayed for what.
create table testimony_prayer (
    testimony_id uuid not null references testimony (id) on delete cascade,
    by_hash bytea not null,
    primary key (testimony_id, by_hash)
);
