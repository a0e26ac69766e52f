-- While collection is paused at Stripe: until when the last paid invoice reaches, and with it premium.
alter table subscription add column paid_until timestamptz;
