-- The overview of staff measures the review time by week, and the list tells what moved since it was loaded.
create index moderation_step_at on moderation_step (at);
