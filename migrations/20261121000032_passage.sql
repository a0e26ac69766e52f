-- What is searched: 60 to 180 words that begin and end with a sentence. The index is a cache of these rows.
create table passage (
    document_id uuid not null references document on delete cascade,
    position integer not null check (position >= 0),
    -- The pages it begins and ends on.
    page integer not null,
    last_page integer not null check (last_page >= page),
    text text not null,
    primary key (document_id, position)
);
