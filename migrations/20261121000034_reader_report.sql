-- How well the kernel locks in the process that reads documents, as the last worker that started one saw it: shown by
-- /readyz?verbose.
create table reader_report (
    is_only boolean primary key default true check (is_only),
    locked_in boolean not null,
    seen_at timestamptz not null default now()
);
