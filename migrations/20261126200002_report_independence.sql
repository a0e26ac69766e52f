-- A report hides a story only together with an independent one, or if the text itself screens badly. Until then the
-- story goes to the front of staff's queue and stays readable.
--
-- The old code hides every story with an open report, and asks neither of these columns: it stays as strict as it was.
alter table testimony
    -- When reports hid it. It is hidden while this is later than the last decision of staff, so that keeping and
    -- approving, by the old code, too, show it again.
    add column hidden_at timestamptz;
update testimony set hidden_at = reported_at where status = 'approved' and reported_at is not null and kept_at is null;

alter table testimony_report
    -- The network, as a keyed hash, for two days: reports of its guests are one report, and a flood is undone by it.
    add column network bytea,
    -- Users count by their account, guests by their network, and only if their browser has read something here.
    add column has_account boolean not null default false,
    add column is_fresh boolean not null default false;
create index testimony_report_network on testimony_report (network, testimony_id) where network is not null;

-- A second report may hide a story without changing anything that renewed the edition before. Only the new code sets
-- the column; the trigger refuses nothing that the old code writes.
create constraint trigger testimony_hidden after update of hidden_at on testimony
    deferrable initially deferred for each row when (old.hidden_at is distinct from new.hidden_at)
    execute function renew_edition();
