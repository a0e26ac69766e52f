-- The pages of a document, each written as soon as it is read, so that a worker that is killed resumes after it.
create table document_page (
    document_id uuid not null references document on delete cascade,
    number integer not null check (number >= 1),
    -- The lines as they stand on the page, in reading order; an empty line parts paragraphs.
    lines text not null,
    -- Paragraphs without running heads, page numbers and hyphens at line ends; set when all pages are read.
    text text,
    primary key (document_id, number)
);
