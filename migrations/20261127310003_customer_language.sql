-- The language of the page on which somebody paid: mails to a payer without an account speak it. Nullable, so the old code
-- needs no value.
alter table stripe_customer add column language text;
