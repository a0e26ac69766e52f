-- When a user chose their name themselves: a name from a sign-in provider then no longer fills it in, not even when they
-- chose to have none. Nullable, so the old code needs no value.
alter table app_user add column named_at timestamptz;
