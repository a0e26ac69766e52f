-- Most who ask are here for the first time. They are written down with their request counted: to write the row, to
-- look it up again and to change it took a third of the time, and left a dead row for each of them.
create or replace function take_usage(
    asking_owner uuid, asking_zone text, owner_limit integer, asking_address bytea, address_limit integer, at timestamptz
) returns table (granted boolean, owner_limited boolean, used integer, resets_at timestamptz)
language plpgsql as $$
declare
    known_zone text := coalesce((select name from time_zone where name = asking_zone), 'UTC');
    kept usage;
    is_stranger boolean := false;
begin
    select * into kept from usage where owner_id = asking_owner for update;
    if not found then
        insert into usage (owner_id, time_zone, time_zone_changed_at, day, count)
            values (asking_owner, known_zone, at - interval '24 hours', (at at time zone known_zone)::date, 1)
            on conflict (owner_id) do nothing
            returning * into kept;
        is_stranger := found;
        if is_stranger then
            kept.count := 0;
        else
            -- Somebody with the same cookie was quicker.
            select * into kept from usage where owner_id = asking_owner for update;
        end if;
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
    end if;
    if is_stranger and not granted then
        -- A refused stranger leaves nothing behind.
        delete from usage where owner_id = asking_owner;
    elsif granted and not is_stranger then
        update usage set
            time_zone = kept.time_zone, time_zone_changed_at = kept.time_zone_changed_at,
            day = kept.day, count = kept.count
        where owner_id = asking_owner;
    end if;
    used := kept.count;
    return next;
end
$$;
