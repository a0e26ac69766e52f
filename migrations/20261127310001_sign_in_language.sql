-- The language of the page on which a sign-in by email was asked for: its mail speaks it. Nullable, so the old code needs
-- no value; a mail without one is English.
alter table email_sign_in add column language text;
