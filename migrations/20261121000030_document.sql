-- Teaching documents that staff hand in. The file itself lies in object storage under `id`; its name is data and never
-- a path.
--
--   pending      handed in; a job waits to read it
--   processing   a worker reads its pages, cuts them into passages and has them indexed
--   completed    its passages stand in the published generation of the search index
--   failed       it cannot be read; `reason` says why, in words for staff
create table document (
    id uuid primary key,
    name text not null constraint document_name_is_unique unique check (length(name) between 1 and 255),
    title text not null,
    sha256 bytea not null constraint document_content_is_unique unique check (length(sha256) = 32),
    size bigint not null check (size > 0),
    status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
    reason text,
    added_at timestamptz not null default now(),
    -- Known when the file has been opened.
    pages integer check (pages >= 0),
    pages_read integer not null default 0,
    -- How often the process that reads it was killed by something that was not us.
    reader_deaths smallint not null default 0,
    -- Set when every page is cleaned and cut into passages: what is left to do is the index.
    cut_at timestamptz,
    completed_at timestamptz,
    constraint document_failed_has_reason check ((status = 'failed') = (reason is not null))
);
create index document_by_age on document (added_at desc, id);
