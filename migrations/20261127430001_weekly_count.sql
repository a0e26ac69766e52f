-- How often something happened in a week, for the overview of staff: what people carried, by topic and situation, when
-- helplines were shown, and whether letters were near. There is no person, no word of anybody, and no time but the week.
--
-- A new table: the old code does not know it.
create table weekly_count (
    -- The Monday of the week, in UTC.
    week date not null check (extract(isodow from week) = 1),
    -- topic, situation, crisis, possible_danger, near, not_quite.
    kind text not null,
    -- The slug of the topic or situation; empty for the other kinds.
    key text not null,
    count bigint not null check (count > 0),
    primary key (week, kind, key)
);
