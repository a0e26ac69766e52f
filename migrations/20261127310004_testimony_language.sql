-- The language in which a story is written, as a tag: readers get stories in their own language first. The worker finds it
-- when it prepares a story. Nullable: stories that were prepared before have none, and the old code writes none.
alter table testimony add column language text;

-- The newest of a language, which may be rare.
create index testimony_language on testimony (language, moderated_at desc, id)
    where status = 'approved' and language is not null;
