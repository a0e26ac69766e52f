-- The time step whose code was used last as the staff's second factor: a code that somebody saw over a shoulder is worth
-- nothing any more.
create table staff_code (
    is_only boolean primary key default true check (is_only),
    last_step bigint not null
);
