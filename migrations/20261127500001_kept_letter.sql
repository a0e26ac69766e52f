-- Letters that a subscriber keeps with their account, so that they stand on every device on which they sign in.
--
-- A letter may begin with a sentence of its reader's own, so it is sealed like a prayer.
create table kept_letter (
    -- Made by the browser that keeps it: a retry stores no second one.
    id uuid primary key,
    owner_id uuid not null references data_key (owner_id),
    -- The letter as JSON, sealed with the owner's data key.
    sealed bytea not null constraint kept_letter_size check (octet_length(sealed) <= 65536),
    kept_at timestamptz not null
);
create index kept_letter_owner on kept_letter (owner_id, kept_at desc, id desc);
-- Since when the account keeps letters; null unless its user chose that. The old code leaves it empty.
alter table app_user add column letters_chosen_at timestamptz;
