-- Whether the reading of a document, or its place in the index, waits for a storage that does not answer. Staff saw it as
-- being processed, for as long as that lasted.
alter table document add column waits_for_storage boolean not null default false;
