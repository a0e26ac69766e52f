-- Which stories a member of staff had in hand: a step, an edit or a look at the original. Staff filter their lists by it.
-- The old code adds no rows; the steps taken until now are copied.
create table staff_testimony (
    -- The display name they gave at sign-in, as in moderation_step.
    staff_name text not null,
    testimony_id uuid not null references testimony (id) on delete cascade,
    primary key (staff_name, testimony_id)
);
create index staff_testimony_testimony on staff_testimony (testimony_id);
insert into staff_testimony (staff_name, testimony_id)
    select distinct display_name, testimony_id from moderation_step;
