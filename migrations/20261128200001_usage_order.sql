-- Two processes could wait for each other: a batch locked the prefixes first and inserted its new guests last, a lone
-- request inserted its guest first and locked the narrow prefix before the wide one. The limit of a lock broke them up
-- after 300 ms, and who had waited was counted alone, or told to come back. Every request takes its rows in one order
-- now: guests, new ones first, then prefixes, each sorted. The old code calls take_guest_usages as before; the function
-- of eight arguments stays for a call that is under way, until a later release drops it.

-- Takes one of a guest's requests, or refuses, as described where it first came. `is_new` says that the row of the guest
-- was inserted for this request, and no request has been counted in it yet.
create function take_guest_usage(
    asking_owner uuid, asking_zone text, owner_limit integer, near bytea, wide bytea, weight_of_stranger integer,
    address_limit integer, at timestamptz, is_new boolean
) returns table (granted boolean, owner_limited boolean, used integer, resets_at timestamptz, address_load integer)
language plpgsql as $$
declare
    known_zone text := coalesce((select name from time_zone where name = asking_zone), 'UTC');
    today date := (at at time zone 'UTC')::date;
    wide_limit bigint := address_limit::bigint + address_limit / 2;
    kept usage;
    is_stranger boolean := false;
    weight integer := 1;
begin
    select * into kept from usage where owner_id = asking_owner for update;
    if not found then
        -- A refused stranger left nothing behind, and asks again in the same batch.
        insert into usage (owner_id, time_zone, time_zone_changed_at, day, count)
            values (asking_owner, known_zone, at - interval '24 hours', (at at time zone known_zone)::date, 0)
            returning * into kept;
        is_stranger := true;
    else
        is_stranger := is_new and kept.count = 0;
    end if;
    if is_stranger then
        weight := weight_of_stranger;
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
    address_load := 0;

    if granted and near is not null then
        insert into address_usage as a (address_hash, day, count)
            select near, today, weight where address_limit is null or weight <= address_limit
            on conflict (address_hash, day) do update set count = a.count + weight
                where address_limit is null or a.count + weight <= address_limit;
        granted := found;
        if granted and wide is not null then
            insert into address_usage as a (address_hash, day, count)
                select wide, today, weight where wide_limit is null or weight <= wide_limit
                on conflict (address_hash, day) do update set count = a.count + weight
                    where wide_limit is null or a.count + weight <= wide_limit;
            granted := found;
            if not granted then
                update address_usage set count = count - weight where address_hash = near and day = today;
            end if;
        end if;
        if not granted then
            address_load := (select coalesce(max(a.count / greatest(case when a.address_hash = near then address_limit else wide_limit end, 1)), 0)::integer
                from address_usage a where a.address_hash in (near, wide) and a.day + 0 = today);
        end if;
    end if;
    if granted then
        kept.count := kept.count + 1;
    end if;
    if is_stranger and not granted then
        -- A refused stranger leaves nothing behind.
        delete from usage where owner_id = asking_owner;
    elsif granted then
        update usage set
            time_zone = kept.time_zone, time_zone_changed_at = kept.time_zone_changed_at,
            day = kept.day, count = kept.count
        where owner_id = asking_owner;
    end if;
    used := kept.count;
    return next;
end
$$;

create or replace function take_guest_usages(
    owners uuid[], zones text[], owner_limits integer[], nears bytea[], wides bytea[], weights integer[],
    address_limits integer[], times timestamptz[]
) returns table (
    place bigint, granted boolean, owner_limited boolean, used integer, resets_at timestamptz, address_load integer
)
language plpgsql set lock_timeout = '300ms' set enable_seqscan = off as $$
declare
    new_owners uuid[];
begin
    -- Before any row is locked, so that everybody waits here who needs a row that another inserts.
    with inserted as (
        insert into usage (owner_id, time_zone, time_zone_changed_at, day, count)
            select distinct on (asked.owner_id) asked.owner_id, zone.name, asked.at - interval '24 hours',
                (asked.at at time zone zone.name)::date, 0
            from unnest(owners, zones, times) with ordinality as asked (owner_id, zone, at, place)
            cross join lateral (
                select coalesce((select known.name from time_zone known where known.name = asked.zone), 'UTC')
            ) as zone (name)
            order by asked.owner_id, asked.place
            on conflict (owner_id) do nothing
            returning owner_id
    ) select coalesce(array_agg(owner_id), '{}') into new_owners from inserted;
    perform 1 from usage where owner_id = any (owners) order by owner_id for update;
    insert into address_usage (address_hash, day, count)
        select distinct asked.hash, (asked.at at time zone 'UTC')::date, 0
        from unnest(nears || wides, times || times) as asked (hash, at) where asked.hash is not null
        order by 1, 2
        on conflict (address_hash, day) do nothing;
    perform 1 from address_usage a
        where a.address_hash = any (nears || wides)
            and a.day + 0 between (select min((t at time zone 'UTC')::date) from unnest(times) t)
                and (select max((t at time zone 'UTC')::date) from unnest(times) t)
        order by a.address_hash, a.day for update;
    return query
        select request.place, taken.granted, taken.owner_limited, taken.used, taken.resets_at, taken.address_load
        from (
            select * from unnest(owners, zones, owner_limits, nears, wides, weights, address_limits, times)
                with ordinality as asked (owner_id, zone, owner_limit, near, wide, weight, address_limit, at, place)
            order by asked.owner_id, asked.place
        ) as request
        cross join lateral take_guest_usage(request.owner_id, request.zone, request.owner_limit, request.near,
            request.wide, request.weight, request.address_limit, request.at,
            request.owner_id = any (new_owners)) as taken;
end
$$;
