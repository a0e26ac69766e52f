-- What belongs to no person is sealed too: the bodies of the payment provider's events.
alter table data_key drop constraint data_key_owner_kind_check;
alter table data_key add constraint data_key_owner_kind_check check (owner_kind in ('guest', 'user', 'system'));
