-- An inquiry of a bank is told to staff apart from a dispute: nothing was taken back yet, and the subscription goes on.
-- Only more is allowed than before, so the old code keeps working; it calls an inquiry a warning in its mail.
alter table payment_issue drop constraint payment_issue_kind_check;
alter table payment_issue add constraint payment_issue_kind_check
    check (kind in ('dispute', 'inquiry', 'refund', 'fraud_warning'));
