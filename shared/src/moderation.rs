//! How staff settle stories, and how readers report them.
//!
//! Invariant: a story changes its status by a step that is allowed from where it stands, in one transaction with its
//! audit line; of two people who try at once, one succeeds and the other learns who was first.

mod alert;
mod edit;
mod list;
mod report;
mod state;
mod together;

pub use alert::{alert, digest};
pub use edit::{Change, Edit, delete, edit, reveal};
pub use list::{Counts, Cursor, ListedStory, TimelineLine, counts, find, list, timeline};
pub use report::{Reporter, report};
pub use state::Step;
pub use together::{Outcome, approve_all};

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use self::state::{Signs, State};
use crate::audit::{self, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Moved, Result};
use crate::mail::{self, Message};
use crate::staff::Staff;
use crate::testimony::Status;

/// How long a member of staff can take back their own step.
pub const UNDO_WITHIN: Duration = Duration::seconds(10);
/// The longest a note of staff may be, in characters.
pub const MAX_NOTE_LEN: usize = 2_000;

/// What a member of staff wants done with a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The step.
    pub step: Step,
    /// Staff's own note from now on, if it is to change.
    pub internal_note: Option<String>,
    /// The version of the story they read, if they say so.
    pub seen_version: Option<i32>,
}

impl Order {
    /// Reads what the staff's pages send beside the step.
    ///
    /// # Errors
    /// `InvalidFields` for an overlong note.
    pub fn parse(step: Step, internal_note: Option<&str>, seen_version: Option<i32>) -> Result<Self> {
        Ok(Self {
            step,
            internal_note: state::written(internal_note, "internalNote")?,
            seen_version,
        })
    }

    /// This step and nothing else.
    #[must_use]
    pub const fn of(step: Step) -> Self {
        Self {
            step,
            internal_note: None,
            seen_version: None,
        }
    }
}

/// A story as it is held while a step is taken.
struct Held {
    state: State,
    signs: Signs,
    version: i32,
}

/// A step that was taken.
struct Taken<'a> {
    staff: &'a Staff,
    id: Uuid,
    order: &'a Order,
    held: &'a Held,
    now: OffsetDateTime,
}

/// The step that was taken last.
struct LastStep {
    sign_in: Uuid,
    display_name: String,
    at: OffsetDateTime,
    version: i32,
    can_be_undone: bool,
    before: State,
}

/// Takes a step and says where the story stands then.
///
/// # Errors
/// `InvalidTransition` if the story does not stand where the step begins; `InvalidFields` if its text must be checked
/// first; `Conflict` if it changed since it was read; `NotFound`.
pub async fn settle(ctx: &Ctx, staff: &Staff, id: Uuid, order: &Order, now: OffsetDateTime) -> Result<Status> {
    let mut tx = database::begin(&ctx.db).await?;
    let held = hold(&mut tx, id).await?;
    let before = &held.state;
    let after = if order.step == Step::Undo {
        undone(&mut tx, staff, id, &held, now).await?
    } else if let Some(after) = order.step.applied(before, now) {
        after
    } else {
        return Err(not_from_here(&mut tx, id, before).await?);
    };
    order.step.is_careful_enough(&held.signs)?;
    if order.seen_version.is_some_and(|seen| seen != held.version) {
        return Err(Error::Conflict("the story was changed since it was read"));
    }
    store(&mut tx, id, &after, order.internal_note.as_deref()).await?;
    if order.step == Step::Escalate {
        mail::enqueue(&mut tx, Message::StoryEscalated { testimony: id }).await?;
    }
    let taken = Taken {
        staff,
        id,
        order,
        held: &held,
        now,
    };
    let position = audit::record(&mut tx, &entry(&taken, &after)).await?;
    note_step(&mut tx, &taken, position).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, status = after.status.as_str(), "story settled");
    Ok(after.status)
}

/// Reads a story and keeps everybody else's hands off it until the transaction is over.
async fn hold(tx: &mut PgConnection, id: Uuid) -> Result<Held> {
    let row = sqlx::query!(
        r#"select status, moderated_at, moderation_notes, reported_at, kept_at, redacted_at is not null as "is_prepared!",
               pii_risk_level, crisis_severity, reports, version
           from testimony where id = $1 for update"#,
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    // By itself, so that it sees what was done while the story was waited for.
    let was_reopened = sqlx::query_scalar!(
        r#"select exists (select from moderation_step
               where testimony_id = $1 and status_before <> 'pending' and can_be_undone) as "was_reopened!""#,
        id
    )
    .fetch_one(tx)
    .await?;
    Ok(Held {
        state: State {
            status: Status::from_row(&row.status)?,
            moderated_at: row.moderated_at,
            notes: row.moderation_notes,
            reported_at: row.reported_at,
            kept_at: row.kept_at,
            is_prepared: row.is_prepared,
        },
        signs: Signs {
            risk: row.pii_risk_level,
            severity: row.crisis_severity,
            is_doubted: row.reports > 0 || was_reopened,
        },
        version: row.version,
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
        "select sign_in, display_name, at, version, can_be_undone, status_before, moderated_at_before, notes_before,
             reported_at_before, kept_at_before
         from moderation_step where testimony_id = $1 order by position desc limit 1",
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
                status: Status::from_row(&row.status_before)?,
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

/// The state before somebody's own last step, if it was taken just now and nothing came after it.
async fn undone(tx: &mut PgConnection, staff: &Staff, id: Uuid, held: &Held, now: OffsetDateTime) -> Result<State> {
    let last = last_step(tx, id, held.state.is_prepared).await?;
    let own = last.filter(|last| {
        let is_theirs = last.sign_in == staff.sign_in && last.can_be_undone;
        is_theirs && last.version == held.version && now - last.at <= UNDO_WITHIN
    });
    match own {
        Some(last) => Ok(last.before),
        None => Err(not_from_here(tx, id, &held.state).await?),
    }
}

/// Why a step is refused: where the story stands, and who brought it there when.
async fn not_from_here(tx: &mut PgConnection, id: Uuid, state: &State) -> Result<Error> {
    let last = last_step(tx, id, state.is_prepared).await?;
    Ok(Error::InvalidTransition(Moved {
        status: state.status.as_str(),
        at: last.as_ref().map(|last| last.at),
        by: last.map(|last| last.display_name),
    }))
}

fn entry<'a>(taken: &Taken<'a>, after: &State) -> Entry<'a> {
    let entry = Entry::new(taken.staff.actor(), taken.order.step.action(), Subject::Story(taken.id))
        .with("from", Detail::Word(taken.held.state.status.as_str()))
        .with("to", Detail::Word(after.status.as_str()));
    let entry = match taken.order.step {
        Step::Undo => entry.with("reason", Detail::Word("undone")),
        Step::ApproveUnread => entry.with("together", Detail::Word("with others")),
        Step::Approve { .. } | Step::Reject { .. } | Step::Escalate | Step::Reopen { .. } | Step::Keep => entry,
    };
    if taken.order.internal_note.is_some() {
        entry.with("internal_note", Detail::Word("changed"))
    } else {
        entry
    }
}

/// Keeps what the step was and what was before, so that it can be told and taken back.
async fn note_step(tx: &mut PgConnection, taken: &Taken<'_>, position: i64) -> Result<()> {
    let before = &taken.held.state;
    sqlx::query!(
        "insert into moderation_step (position, testimony_id, sign_in, display_name, at, version, reason, status_before,
             moderated_at_before, notes_before, reported_at_before, kept_at_before, can_be_undone)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        position,
        taken.id,
        taken.staff.sign_in,
        taken.staff.name,
        taken.now,
        taken.held.version + 1,
        taken.order.step.reason(),
        before.status.as_str(),
        before.moderated_at,
        before.notes,
        before.reported_at,
        before.kept_at,
        taken.order.step != Step::Undo
    )
    .execute(tx)
    .await?;
    Ok(())
}
