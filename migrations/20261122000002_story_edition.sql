-- Which stories readers may see has an edition: it is another one as soon as a story comes to be read, changes or may no
-- longer be read. A process that has read a topic's stories asks in the statement that counts the request whether they
-- are still those, and need not ask for them again.
--
-- It stands in the one row that counts the stories: two rows would be taken in two orders.
alter table testimony_count add column edition uuid not null default gen_random_uuid();

create function renew_edition() returns trigger language plpgsql as $$
begin
    update testimony_count set edition = gen_random_uuid();
    return null;
end
$$;
create constraint trigger testimony_readable after insert on testimony
    deferrable initially deferred for each row when (new.status = 'approved') execute function renew_edition();
create constraint trigger testimony_unreadable after delete on testimony
    deferrable initially deferred for each row when (old.status = 'approved') execute function renew_edition();
create constraint trigger testimony_reread after update of status, redacted_text, topics, moderated_at, reported_at, kept_at on testimony
    deferrable initially deferred for each row when ('approved' in (old.status, new.status)) execute function renew_edition();
