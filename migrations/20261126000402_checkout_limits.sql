-- Makes the work of a sign-in, a deletion and the cleanup independent of how many checkouts name one address.

-- When a customer first paid; null as long as they only began. Kept by a trigger, so that the old code sets it, too; the
-- trigger refuses nothing that the old code writes.
alter table stripe_customer add column first_paid_at timestamptz;
-- Declined cards of a first payment: many of them mean that stolen cards are tried.
alter table subscription add column declines smallint not null default 0;

create function note_first_payment() returns trigger language plpgsql as $$
begin
    update stripe_customer set first_paid_at = now() where id = new.customer_id and first_paid_at is null;
    return null;
end
$$;
create trigger subscription_first_payment after insert or update of status on subscription for each row
    when (new.status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'))
    execute function note_first_payment();
update stripe_customer set first_paid_at = now() where exists (
    select from subscription where customer_id = stripe_customer.id
        and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'));

-- What somebody who signs in with the address can claim.
create index stripe_customer_claimable on stripe_customer (lower(email)) where user_id is null and first_paid_at is not null;
-- What the cleanup deletes by age.
create index stripe_customer_unpaid on stripe_customer (created_at) where user_id is null and first_paid_at is null;
create index stripe_customer_unclaimed on stripe_customer (created_at) where user_id is null and first_paid_at is not null;

-- An address of a deleted account that too many checkouts name to end and erase them in the transaction of the deletion.
-- A job does the rest in batches and deletes this row.
create table address_erasure (
    id uuid primary key,
    email text not null,
    requested_at timestamptz not null default now()
);
