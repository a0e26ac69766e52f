-- How often a subscription is paid: what was chosen when it was begun, then what Stripe says. `other` is an interval that
-- staff have set at Stripe. The old code sells by the month alone, which is the default, and never writes it.
alter table subscription add column plan text not null default 'monthly' check (plan in ('monthly', 'yearly', 'other'));
