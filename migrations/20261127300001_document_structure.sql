-- What a document says about itself, and what staff correct. The old code ignores these columns and the table; it indexes
-- a document whose title staff have changed again only when something else changes.
alter table document
    add column author text check (length(author) between 1 and 200),
    -- How often staff have changed title or author. What they wrote outlives another reading of the file.
    add column edits integer not null default 0,
    -- That number when the document was indexed last: the index holds the title.
    add column indexed_edits integer not null default 0;

-- The heading under which a passage begins.
alter table passage add column heading text;

-- The contents of a document: of its outline, else the lines in larger type.
create table document_heading (
    document_id uuid not null references document on delete cascade,
    page integer not null check (page >= 1),
    position smallint not null check (position >= 0),
    level smallint not null check (level between 1 and 6),
    title text not null check (length(title) between 1 and 100),
    primary key (document_id, page, position)
);
