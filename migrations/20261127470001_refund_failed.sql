-- A refund that fails days later is told to staff: the payer has not got the money back.
-- Only more is allowed than before, so the old code keeps working; it calls a failed refund a warning in its mail.
alter table payment_issue drop constraint payment_issue_kind_check;
alter table payment_issue add constraint payment_issue_kind_check
    check (kind in ('dispute', 'inquiry', 'refund', 'refund_failed', 'fraud_warning'));
