-- The overview of staff measures the review time by week.
create index moderation_step_at on moderation_step (at);
