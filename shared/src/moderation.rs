//! Moderation of testimonies by staff, and reports by readers.
//!
//! Invariant: a status changes only by a valid step, in one transaction with its audit entry. Of two concurrent steps
//! one succeeds; the other gets a conflict that names who was first.

mod alert;
mod bulk;
mod edit;
mod flood;
mod list;
mod mine;
mod publish_check;
mod report;
mod spam;
mod state;
mod waiting;

pub use alert::{alert, digest};
pub use bulk::{Outcome, Seen, approve_all};
pub use edit::{Change, Edit, delete, edit, reveal};
pub use flood::{flood, keep_flood};
pub use list::{Cursor, ListedTestimony, Only, TimelineLine, find, list, timeline};
pub use publish_check::{Mark, TextCheck, check_texts};
pub use report::{Reporter, forget_networks, report};
pub use spam::{SpamGroup, guesses, reject_spam};
pub use state::Step;
pub use waiting::{Changes, Counts, LONG_WAIT, MAX_LISTED, Watched, changes, counts};

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use self::state::{RiskSignals, State};
use crate::audit::{self, Detail, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Moved, Result};
use crate::jobs::Mail;
use crate::mail;
use crate::push;
use crate::staff::Staff;
use crate::testimony::{Risk, Status};

/// How long staff can undo their own step.
pub const UNDO_WITHIN: Duration = Duration::seconds(10);
/// The maximum length of a note by staff, in characters.
pub const MAX_NOTE_LEN: usize = 2_000;

/// A request by staff to change a testimony.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The step.
    pub step: Step,
    /// The new internal note, if it changes.
    pub internal_note: Option<String>,
    /// The version of the testimony that the client read, for optimistic locking.
    pub seen_version: Option<i32>,
}

impl Command {
    /// Validates the request.
    ///
    /// # Errors
    /// `InvalidFields` for a note that is too long.
    pub fn parse(step: Step, internal_note: Option<&str>, seen_version: Option<i32>) -> Result<Self> {
        Ok(Self {
            step,
            internal_note: state::parse_note(internal_note, "internalNote")?,
            seen_version,
        })
    }

    /// A step without a note or version.
    #[must_use]
    pub const fn of(step: Step) -> Self {
        Self {
            step,
            internal_note: None,
            seen_version: None,
        }
    }
}

/// A testimony whose row is locked.
struct Locked {
    state: State,
    signals: RiskSignals,
    version: i32,
    redacted_text: Option<Confided>,
}

struct AppliedStep<'a> {
    staff: &'a Staff,
    id: Uuid,
    command: &'a Command,
    locked: &'a Locked,
    now: OffsetDateTime,
}

struct LastStep {
    sign_in: Uuid,
    display_name: String,
    at: OffsetDateTime,
    version: i32,
    can_be_undone: bool,
    before: State,
}

/// Applies a step and returns the new status.
///
/// # Errors
/// `InvalidTransition` if the step is not valid in the current status; `InvalidFields` if the text needs a check first,
/// or still shows something;
/// `Conflict` if the testimony changed since it was read; `NotFound`.
pub async fn apply(ctx: &Ctx, staff: &Staff, id: Uuid, command: &Command, now: OffsetDateTime) -> Result<Status> {
    let mut tx = database::begin(&ctx.db).await?;
    let locked = lock(&mut tx, id).await?;
    let before = &locked.state;
    let after = if command.step == Step::Undo {
        state_before_own_step(&mut tx, staff, id, &locked, now).await?
    } else if let Some(after) = command.step.next_state(before, now) {
        after
    } else {
        return Err(invalid_transition(&mut tx, id, before).await?);
    };
    command.step.require_review(&locked.signals)?;
    let text = locked.redacted_text.as_ref().map(Confided::reveal);
    publish_check::require_publishable(ctx, &command.step, text).await?;
    if command.seen_version.is_some_and(|seen| seen != locked.version) {
        return Err(Error::Conflict("the story was changed since it was read"));
    }
    store(&mut tx, id, &after, command.internal_note.as_deref()).await?;
    mine::note(&mut tx, staff, id).await?;
    if command.step == Step::Escalate {
        mail::enqueue(&mut tx, Mail::TestimonyEscalated { testimony: id }).await?;
    }
    if after.status != before.status && matches!(after.status, Status::Approved | Status::Rejected) {
        push::tell_reviewed(&mut tx, id, now).await?;
    }
    let applied = AppliedStep {
        staff,
        id,
        command,
        locked: &locked,
        now,
    };
    let position = audit::record(&mut tx, &ctx.config.key_ring, &entry(&applied, &after)).await?;
    record_step(&mut tx, &applied, position).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, status = after.status.as_str(), "story settled");
    Ok(after.status)
}

/// Reads a testimony and locks its row until the end of the transaction.
async fn lock(tx: &mut PgConnection, id: Uuid) -> Result<Locked> {
    let row = sqlx::query!(
        r#"select status as "status: Status", moderated_at, moderation_notes, reported_at, kept_at, redacted_at is not null as "is_prepared!",
               pii_risk_level as "risk: Risk", crisis_severity, reports, version, redacted_text
           from testimony where id = $1 for update"#,
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    // A statement of its own, so that it sees what was committed while this one waited for the lock.
    let was_reopened = sqlx::query_scalar!(
        r#"select exists (select from moderation_step
               where testimony_id = $1 and status_before <> 'pending' and can_be_undone) as "was_reopened!""#,
        id
    )
    .fetch_one(tx)
    .await?;
    Ok(Locked {
        state: State {
            status: row.status,
            moderated_at: row.moderated_at,
            notes: row.moderation_notes,
            reported_at: row.reported_at,
            kept_at: row.kept_at,
            is_prepared: row.is_prepared,
        },
        signals: RiskSignals {
            risk: row.risk,
            severity: row.crisis_severity,
            needs_individual_review: row.reports > 0 || was_reopened,
        },
        version: row.version,
        redacted_text: row.redacted_text.map(Confided::new),
    })
}

async fn store(tx: &mut PgConnection, id: Uuid, state: &State, internal_note: Option<&str>) -> Result<()> {
    sqlx::query!(
        "update testimony set status = $2, moderated_at = $3, moderation_notes = $4, reported_at = $5, kept_at = $6,
             internal_note = coalesce($7, internal_note), version = version + 1
         where id = $1",
        id,
        state.status.as_str(),
        state.moderated_at,
        state.notes,
        state.reported_at,
        state.kept_at,
        internal_note
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn last_step(tx: &mut PgConnection, id: Uuid, is_prepared: bool) -> Result<Option<LastStep>> {
    let row = sqlx::query!(
        r#"select sign_in, display_name, at, version, can_be_undone, status_before as "status_before: Status", moderated_at_before, notes_before,
             reported_at_before, kept_at_before
         from moderation_step where testimony_id = $1 order by position desc limit 1"#,
        id
    )
    .fetch_optional(tx)
    .await?;
    row.map(|row| {
        Ok(LastStep {
            sign_in: row.sign_in,
            display_name: row.display_name,
            at: row.at,
            version: row.version,
            can_be_undone: row.can_be_undone,
            before: State {
                status: row.status_before,
                moderated_at: row.moderated_at_before,
                notes: row.notes_before,
                reported_at: row.reported_at_before,
                kept_at: row.kept_at_before,
                is_prepared,
            },
        })
    })
    .transpose()
}

/// The state before the last step, if the same sign-in applied it within `UNDO_WITHIN`.
async fn state_before_own_step(
    tx: &mut PgConnection,
    staff: &Staff,
    id: Uuid,
    locked: &Locked,
    now: OffsetDateTime,
) -> Result<State> {
    let last = last_step(tx, id, locked.state.is_prepared).await?;
    let own = last.filter(|last| {
        let is_theirs = last.sign_in == staff.sign_in && last.can_be_undone;
        is_theirs && last.version == locked.version && now - last.at <= UNDO_WITHIN
    });
    match own {
        Some(last) => Ok(last.before),
        None => Err(invalid_transition(tx, id, &locked.state).await?),
    }
}

/// The error for an invalid step: the current status, and who changed it when.
async fn invalid_transition(tx: &mut PgConnection, id: Uuid, state: &State) -> Result<Error> {
    let last = last_step(tx, id, state.is_prepared).await?;
    Ok(Error::InvalidTransition(Moved {
        status: state.status.as_str(),
        at: last.as_ref().map(|last| last.at),
        by: last.map(|last| last.display_name),
    }))
}

fn entry<'a>(applied: &AppliedStep<'a>, after: &State) -> Entry<'a> {
    let entry = Entry::new(
        applied.staff.actor(),
        applied.command.step.action(),
        Subject::Testimony(applied.id),
    )
    .with("from", Detail::Word(applied.locked.state.status.as_str()))
    .with("to", Detail::Word(after.status.as_str()));
    let entry = match applied.command.step {
        Step::Undo => entry.with("reason", Detail::Word("undone")),
        Step::ApproveUnread => entry.with("together", Detail::Word("with others")),
        Step::RejectSpam { .. } => entry
            .with("reason", Detail::Word("spam"))
            .with("together", Detail::Word("with others")),
        Step::Approve { .. } | Step::Reject { .. } | Step::Escalate | Step::Reopen { .. } | Step::Keep => entry,
    };
    if applied.command.internal_note.is_some() {
        entry.with("internal_note", Detail::Word("changed"))
    } else {
        entry
    }
}

/// Stores the step and the state before it, for the timeline and for undo.
async fn record_step(tx: &mut PgConnection, applied: &AppliedStep<'_>, position: i64) -> Result<()> {
    let before = &applied.locked.state;
    sqlx::query!(
        "insert into moderation_step (position, testimony_id, sign_in, display_name, at, version, reason, status_before,
             moderated_at_before, notes_before, reported_at_before, kept_at_before, can_be_undone)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        position,
        applied.id,
        applied.staff.sign_in,
        applied.staff.name,
        applied.now,
        applied.locked.version + 1,
        applied.command.step.reason(),
        before.status.as_str(),
        before.moderated_at,
        before.notes,
        before.reported_at,
        before.kept_at,
        applied.command.step != Step::Undo
    )
    .execute(tx)
    .await?;
    Ok(())
}
