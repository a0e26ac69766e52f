-- What staff need to settle a story, and what readers may do about a published one.
alter table testimony
    -- Staff's own note; it never leaves the staff's pages. `moderation_notes` is what the author sees.
    add column internal_note text,
    -- The redacted text before staff last changed it, so that the change can be shown.
    add column previous_text text,
    -- Counts changes by staff: whoever acts on what they read names the version they read.
    add column version integer not null default 0,
    -- A reader reported it, and staff have not looked since. Unless staff kept it once before, readers do not get it
    -- meanwhile.
    add column reported_at timestamptz,
    add column kept_at timestamptz,
    add column reports integer not null default 0;

-- Where a story stands in its list, smaller is sooner. What waits: danger, then the risk of naming somebody. What is
-- settled: reported ones first.
alter table testimony add column queue_rank smallint not null generated always as (
    case
        when status in ('pending', 'escalated') then
            50 - 10 * crisis_severity - case pii_risk_level when 'high' then 2 when 'medium' then 1 else 0 end
        when reported_at is not null then 0
        else 1
    end
) stored;
-- Then its age in microseconds: what waits longest first; what was settled last first.
alter table testimony add column queue_order bigint not null generated always as (
    case
        when status in ('pending', 'escalated')
            then (extract(epoch from created_at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint
        else -(extract(epoch from coalesce(moderated_at, created_at) - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint
    end
) stored;
-- A page of a list is one walk along this; counting a status walks the part that belongs to it.
create index testimony_queue on testimony (status, queue_rank, queue_order, id);
create index testimony_reported on testimony (id) where reported_at is not null;

-- Who reported which story: once each.
create table testimony_report (
    testimony_id uuid not null references testimony (id) on delete cascade,
    owner_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (testimony_id, owner_id)
);
create index testimony_report_owner on testimony_report (owner_id);

-- The steps that staff took, with what they wrote and what was before: for the story's timeline, and so that a step can
-- be taken back for a moment. What staff write about a story goes when the story goes; the audit trail, which holds no
-- text, stays.
create table moderation_step (
    position bigint primary key references audit_entry (position),
    testimony_id uuid not null references testimony (id) on delete cascade,
    sign_in uuid not null,
    display_name text not null,
    at timestamptz not null,
    -- The version of the story after this step: a step can be taken back only while nothing came after it.
    version integer not null,
    -- The reason: what the author sees after a rejection, else for staff alone.
    reason text,
    status_before text not null,
    moderated_at_before timestamptz,
    notes_before text,
    reported_at_before timestamptz,
    kept_at_before timestamptz,
    can_be_undone boolean not null
);
create index moderation_step_story on moderation_step (testimony_id, position desc);

-- Staff look at what is dead.
create index job_dead on job (dead_at desc, id) where dead_at is not null;
