-- When the person asked for the same mail once more; null if never. The old code neither reads nor writes it.
alter table email_sign_in add column sent_again_at timestamptz;
