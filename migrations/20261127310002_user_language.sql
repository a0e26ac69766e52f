-- The language in which a user last read the app: mails to them speak it. Nullable, so the old code needs no value; mails
-- to somebody without one are English.
alter table app_user add column language text;
