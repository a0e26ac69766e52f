-- The role of the member of staff, beside their name. Lines of older releases, and of old code that still runs, have none.
--
-- The hash of a line covers the role where there is one. A line without a role has the same fields as ever, so that the
-- hashes of all earlier lines hold, and a role cannot be added or taken away without breaking the chain.
alter table audit_entry add column actor_role text
    check (actor_role is null or actor_kind = 'admin' and actor_role in ('reader', 'moderator', 'owner'));

create or replace function audit_fields(entry audit_entry) returns text language sql stable as $$
    select (jsonb_build_array(
        entry.position,
        (extract(epoch from entry.at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint,
        entry.actor_kind, entry.actor_id, entry.actor_name,
        entry.action, entry.subject_kind, entry.subject_id, entry.details
    ) || case when entry.actor_role is null then '[]' else jsonb_build_array(entry.actor_role) end)::text
$$;
