-- Whether the user with a visitor's address has said that they did not pay: it is not offered to them any more. The payer
-- may still correct the address, and staff may hand the subscription over.
alter table stripe_customer add column is_declined boolean not null default false;
