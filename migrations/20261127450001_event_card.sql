-- The card that a missed event reports as attached: only this one pays what is late.
alter table stripe_event add column card_stripe_id text;
