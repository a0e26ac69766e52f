-- What moved from list to list since a list was loaded.
create index moderation_step_at on moderation_step (at);
