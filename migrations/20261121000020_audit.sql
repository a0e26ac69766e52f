-- Who did what, when, to what. Entries are only ever added: each carries a SHA-256 over the hash of the entry before it
-- and its own fields, so that a changed, removed or inserted entry is found by walking the chain.
--
-- An entry names users by id alone. When an account is deleted the id stays and leads nowhere any more; the chain holds.
create table audit_entry (
    position bigint primary key,
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('user', 'guest', 'admin', 'system')),
    actor_id uuid,
    -- The display name which a member of staff gave at sign-in; nobody else has one here.
    actor_name text check (actor_name is null or actor_kind = 'admin'),
    action text not null,
    subject_kind text not null,
    subject_id uuid,
    -- Ids, numbers and fixed words. Never anything that somebody wrote.
    details jsonb not null default '{}',
    hash bytea not null
);
create index audit_by_subject on audit_entry (subject_id, position desc);
create index audit_by_action on audit_entry (action, position desc);
create index audit_by_actor on audit_entry (actor_id, position desc);
create index audit_by_time on audit_entry (at);

-- The end of the chain. Whoever adds an entry holds this row until the transaction is over, so that positions have no
-- gaps and no two entries follow the same one.
create table audit_head (
    is_only boolean primary key default true check (is_only),
    position bigint not null,
    hash bytea not null
);
insert into audit_head (position, hash) values (0, sha256('stillwater audit v1'));

-- The fields of an entry as one text, the same for ever.
create function audit_fields(entry audit_entry) returns text language sql stable as $$
    select jsonb_build_array(
        entry.position,
        (extract(epoch from entry.at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint,
        entry.actor_kind, entry.actor_id, entry.actor_name,
        entry.action, entry.subject_kind, entry.subject_id, entry.details
    )::text
$$;

-- Every insert, whoever makes it, takes the next place in the chain.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
    head audit_head;
begin
    select * into strict head from audit_head for update;
    new.position := head.position + 1;
    -- The time at which the place was taken, not the one at which the transaction began: it never runs backwards.
    new.at := clock_timestamp();
    new.hash := sha256(head.hash || convert_to(audit_fields(new), 'UTF8'));
    update audit_head set position = new.position, hash = new.hash;
    return new;
end
$$;
create trigger audit_entry_chained before insert on audit_entry for each row execute function chain_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
    raise exception 'the audit trail is only ever added to';
end
$$;
create trigger audit_entry_kept before update or delete or truncate on audit_entry
    for each statement execute function refuse_audit_change();
create trigger audit_head_kept before delete or truncate on audit_head
    for each statement execute function refuse_audit_change();

-- The head moves on by one entry at a time, and never back.
create function refuse_audit_head_jump() returns trigger language plpgsql as $$
begin
    if new.position <> old.position + 1 then
        raise exception 'the audit trail is only ever added to';
    end if;
    return new;
end
$$;
create trigger audit_head_moves_on before update on audit_head for each row execute function refuse_audit_head_jump();
