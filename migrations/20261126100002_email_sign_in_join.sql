-- The way of signing in that a mail shall join to the account of its address: an identity whose issuer does not answer
-- for that mailbox. It is joined only in the browser that asked.
alter table email_sign_in
    add column join_issuer text,
    add column join_subject text,
    -- The old code leaves both empty.
    add constraint email_sign_in_joins_an_identity check ((join_issuer is null) = (join_subject is null));
