-- Published states of the search index, newest last. Web processes follow the newest one; a few older ones are kept for
-- those that still fetch them.
create table search_generation (
    number bigint generated always as identity primary key,
    published_at timestamptz not null default now(),
    -- The version of the schema of the index: a program that reads another one has the index built anew.
    schema_version integer not null,
    -- What tantivy says of its segments, and every file with its length and SHA-256, under which storage holds it.
    manifest jsonb not null,
    -- The documents whose passages are in it. What differs from `document` is what is left to do.
    documents uuid[] not null
);
