-- The customer that an event is about, for those that never came and were found in the list of events.
alter table stripe_event add column customer_stripe_id text;
