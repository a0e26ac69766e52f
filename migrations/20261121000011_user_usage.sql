-- Premium lifts the limit of the day. What remains is a disclosed ceiling of an hour, against abuse; it begins with the
-- first request and ends an hour later.
alter table usage
    add column hour_began_at timestamptz,
    add column hour_count integer not null default 0 check (hour_count >= 0);

-- Takes one of today's requests of somebody with an account, or refuses. One statement for the caller; the counter's
-- row is held until it is committed, so that parallel calls cannot take more than there is.
-- A null limit of the day is unlimited. No row comes back for an account that is gone: it must not be counted anew.
create function take_user_usage(
    asking_user uuid, asking_zone text, daily_limit integer, hourly_limit integer, at timestamptz
) returns table (granted boolean, daily_limited boolean, used integer, resets_at timestamptz)
language plpgsql as $$
declare
    known_zone text := coalesce((select name from time_zone where name = asking_zone), 'UTC');
    kept usage;
begin
    perform 1 from app_user where id = asking_user for key share;
    if not found then
        return;
    end if;
    insert into usage (owner_id, time_zone, time_zone_changed_at, day, count)
        values (asking_user, known_zone, at - interval '24 hours', (at at time zone known_zone)::date, 0)
        on conflict (owner_id) do nothing;
    select * into kept from usage where owner_id = asking_user for update;
    if kept.hour_began_at is null or kept.hour_began_at <= at - interval '1 hour' then
        kept.hour_began_at := at;
        kept.hour_count := 0;
    end if;
    if kept.hour_count >= hourly_limit then
        granted := false;
        daily_limited := false;
        used := kept.count;
        resets_at := kept.hour_began_at + interval '1 hour';
        return next;
        return;
    end if;
    select t.granted, t.owner_limited, t.used, t.resets_at into granted, daily_limited, used, resets_at
        from take_usage(asking_user, asking_zone, daily_limit, null, null, at) as t;
    if granted then
        update usage set hour_began_at = kept.hour_began_at, hour_count = kept.hour_count + 1
        where owner_id = asking_user;
    end if;
    return next;
end
$$;
