-- How much guidance somebody asked for today. "Today" is the day of the visitor's own time zone, which is kept
-- with the counter: one change of zone in 24 hours is honoured, so that travelling works and cheating gains little.
create table usage (
    owner_id uuid primary key,
    time_zone text not null,
    time_zone_changed_at timestamptz not null default now(),
    day date not null,
    count integer not null check (count >= 0)
);
create index usage_day on usage (day);

-- Guests can clear their cookies. A ceiling per client address prefix (a day of UTC) keeps that from being worth while.
-- The prefix is kept as a keyed hash.
create table address_usage (
    address_hash bytea not null,
    day date not null,
    count integer not null check (count >= 0),
    primary key (address_hash, day)
);
create index address_usage_day on address_usage (day);

-- The zones which this Postgres knows. Looking a name up in pg_timezone_names reads hundreds of files.
create table time_zone (name text primary key);
insert into time_zone (name)
    select name from pg_timezone_names where name !~ '^(posix|right)/' and name <> 'localtime'
    union select 'UTC';

-- Takes one of today's requests, or refuses. One statement for the caller, so that of fifty parallel calls with one
-- request left exactly one succeeds: each update holds its row until it is committed.
-- A null limit is unlimited; a null address is not counted. The owner's row is always locked before the address's.
create function take_usage(
    asking_owner uuid, asking_zone text, owner_limit integer, asking_address bytea, address_limit integer, at timestamptz
) returns table (granted boolean, owner_limited boolean, used integer, resets_at timestamptz)
language plpgsql as $$
declare
    known_zone text := coalesce((select name from time_zone where name = asking_zone), 'UTC');
    kept usage;
    fresh boolean := false;
begin
    select * into kept from usage where owner_id = asking_owner for update;
    if not found then
        fresh := true;
        insert into usage (owner_id, time_zone, time_zone_changed_at, day, count)
            values (asking_owner, known_zone, at - interval '24 hours', (at at time zone known_zone)::date, 0)
            on conflict (owner_id) do nothing;
        select * into kept from usage where owner_id = asking_owner for update;
    end if;

    if kept.time_zone <> known_zone and kept.time_zone_changed_at <= at - interval '24 hours' then
        kept.time_zone := known_zone;
        kept.time_zone_changed_at := at;
    end if;
    -- A zone change may move the calendar backwards; the day of the counter never goes back.
    if (at at time zone kept.time_zone)::date > kept.day then
        kept.day := (at at time zone kept.time_zone)::date;
        kept.count := 0;
    end if;
    resets_at := (kept.day + 1)::timestamp at time zone kept.time_zone;
    granted := owner_limit is null or kept.count < owner_limit;
    owner_limited := not granted;

    if granted and asking_address is not null then
        insert into address_usage as a (address_hash, day, count)
            select asking_address, (at at time zone 'UTC')::date, 1 where address_limit > 0
            on conflict (address_hash, day) do update set count = a.count + 1 where a.count < address_limit;
        granted := found;
    end if;
    if granted then
        kept.count := kept.count + 1;
        update usage set
            time_zone = kept.time_zone, time_zone_changed_at = kept.time_zone_changed_at,
            day = kept.day, count = kept.count
        where owner_id = asking_owner;
    elsif fresh then
        -- A refused stranger leaves nothing behind.
        delete from usage where owner_id = asking_owner and usage.count = 0;
    end if;
    used := kept.count;
    return next;
end
$$;
