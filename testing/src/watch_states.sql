-- Notes every change of the state of a story, a prayer, a user, a document or a gift, and every audit line, with its transaction:
-- whatever code made it. A change without a line of the same transaction about the same thing was not audited.
create table state_change (
    transaction xid8 not null default pg_current_xact_id(),
    noun text not null,
    id uuid not null,
    change text not null
);
create table audit_seen (transaction xid8 not null default pg_current_xact_id(), subject_id uuid);

-- Its arguments are the columns that make up the state.
create function note_state_change() returns trigger language plpgsql as $$
declare
    before jsonb := to_jsonb(old);
    after jsonb := to_jsonb(new);
    columns text[] := array(select jsonb_array_elements_text(to_jsonb(tg_argv)));
    changed text;
begin
    if tg_op = 'UPDATE' then
        select string_agg(name, ', ') into changed from unnest(columns) as name
            where before -> name is distinct from after -> name;
        if changed is null then
            return null;
        end if;
    end if;
    insert into state_change (noun, id, change)
        values (tg_table_name, coalesce(after ->> 'id', before ->> 'id')::uuid, concat_ws(' ', lower(tg_op), changed));
    return null;
end
$$;
create function note_audit_line() returns trigger language plpgsql as $$
begin
    insert into audit_seen (subject_id) values (new.subject_id);
    return null;
end
$$;
create trigger watched after insert on audit_entry for each row execute function note_audit_line();
create trigger watched after insert or update or delete on testimony for each row
    execute function note_state_change('status', 'redacted_at', 'redacted_text', 'topics', 'internal_note', 'reported_at', 'kept_at');
create trigger watched after insert or update or delete on app_user for each row
    execute function note_state_change('blocked_at', 'manual_premium_until', 'subscription_status', 'letters_chosen_at');
create trigger watched after insert or update or delete on prayer for each row
    execute function note_state_change('shared_at', 'prayed_at', 'answered_at');
do $$
begin
    if to_regclass('document') is not null then
        execute 'create trigger watched after insert or update or delete on document for each row execute function note_state_change(''status'')';
    end if;
    if to_regclass('gift') is not null then
        execute 'create trigger watched after update on gift for each row execute function note_state_change(''state'')';
    end if;
end
$$;
