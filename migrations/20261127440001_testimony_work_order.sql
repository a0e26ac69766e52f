-- The order of work: danger before possible danger before the rest, and within each what waits longest. The risk of naming
-- somebody no longer moves a story forward. Decided ones: open reports first.
create function testimony_work_rank(status text, crisis_severity smallint, is_reported boolean) returns smallint
    language sql immutable parallel safe as $$
    select (case
        when status in ('pending', 'escalated') then
            case when crisis_severity >= 2 then 0 when crisis_severity = 1 then 1 else 2 end
        when is_reported then 0
        else 1
    end)::smallint
$$;
-- A page of a list is one walk along this. The old code walks along testimony_queue, which stays until it is gone.
create index testimony_work on testimony
    (status, testimony_work_rank(status, crisis_severity, reported_at is not null), queue_order, id);
