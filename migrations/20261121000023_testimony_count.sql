-- How many stories there are of each status: one row, so that a count costs the same for a hundred and for a million.
--
-- The trigger is deferred: the row is taken when a transaction commits, after every other lock, and nothing is waited
-- for while it is held. So it can lock nobody out. It adds no queue either: whoever changes a status has written an audit
-- line, and already holds the end of that chain.
create table testimony_count (
    is_only boolean primary key default true check (is_only),
    pending bigint not null,
    approved bigint not null,
    rejected bigint not null,
    escalated bigint not null
);

create function count_testimony() returns trigger language plpgsql as $$
begin
    update testimony_count set
        pending = pending + coalesce((new.status = 'pending')::int, 0) - coalesce((old.status = 'pending')::int, 0),
        approved = approved + coalesce((new.status = 'approved')::int, 0) - coalesce((old.status = 'approved')::int, 0),
        rejected = rejected + coalesce((new.status = 'rejected')::int, 0) - coalesce((old.status = 'rejected')::int, 0),
        escalated = escalated + coalesce((new.status = 'escalated')::int, 0) - coalesce((old.status = 'escalated')::int, 0);
    return null;
end
$$;
create constraint trigger testimony_counted after insert or delete on testimony
    deferrable initially deferred for each row execute function count_testimony();
create constraint trigger testimony_recounted after update of status on testimony
    deferrable initially deferred for each row when (old.status <> new.status) execute function count_testimony();

-- Nothing is handed in between this count and the triggers: the migration is one transaction, and creating a trigger
-- keeps writers out.
insert into testimony_count (pending, approved, rejected, escalated)
    select count(*) filter (where status = 'pending'), count(*) filter (where status = 'approved'),
        count(*) filter (where status = 'rejected'), count(*) filter (where status = 'escalated')
    from testimony;
