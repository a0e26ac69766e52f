-- The slug of the situation that a story tells of clearly, read by the worker when it prepares the story. Stories of the
-- reader's own situation come first. Stories that were prepared before have none.
alter table testimony add column situation text;

create index testimony_situation on testimony (situation, moderated_at desc, id)
    where status = 'approved' and situation is not null;

-- Whoever wrote a story does not get it: a guest's story that was carried over to a user has another author.
create constraint trigger testimony_other_author after update of owner_id, situation on testimony
    deferrable initially deferred for each row when (new.status = 'approved') execute function renew_edition();
