-- Beside the state of somebody's subscription: until when they have premium though a renewal is unpaid.
alter table app_user add column subscription_grace_until timestamptz;
