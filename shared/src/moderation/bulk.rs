//! One step for several testimonies: bulk approval.
//!
//! Invariant: each testimony is decided in a transaction of its own, and its result is reported.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Command, Step, apply};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::staff::Staff;
use crate::testimony::Status;

/// A testimony as staff saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Its id.
    pub id: Uuid,
    /// The version of what they saw.
    pub version: i32,
}

/// The result for one testimony.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is published.
    Approved,
    /// It is declined.
    Rejected,
    /// It is not pending, or not prepared yet.
    NotPending,
    /// It needs individual review: its risk is not low, it shows danger, something in it is still
    /// readable, its language is unknown, it was reported or reopened, or it was changed since staff saw it.
    NeedsALook,
    /// It does not exist.
    NotFound,
}

/// Approves testimonies of low risk that need no individual review, each in the version that staff saw.
///
/// # Errors
/// A database error stops the loop. Testimonies approved before it stay approved.
pub async fn approve_all(ctx: &Ctx, staff: &Staff, seen: &[Seen], now: OffsetDateTime) -> Result<Vec<(Uuid, Outcome)>> {
    let mut outcomes = Vec::with_capacity(seen.len());
    for Seen { id, version } in seen {
        let command = Command {
            seen_version: Some(*version),
            ..Command::of(Step::ApproveUnread)
        };
        outcomes.push((*id, decide(ctx, staff, *id, &command, now).await?));
    }
    Ok(outcomes)
}

/// Applies a step to one of several testimonies. Refusals of the step are results, not errors.
pub(super) async fn decide(
    ctx: &Ctx,
    staff: &Staff,
    id: Uuid,
    command: &Command,
    now: OffsetDateTime,
) -> Result<Outcome> {
    match apply(ctx, staff, id, command, now).await {
        Ok(Status::Rejected) => Ok(Outcome::Rejected),
        Ok(_) => Ok(Outcome::Approved),
        Err(Error::InvalidTransition(_)) => Ok(Outcome::NotPending),
        Err(Error::InvalidFields(_) | Error::Conflict(_)) => Ok(Outcome::NeedsALook),
        Err(Error::NotFound) => Ok(Outcome::NotFound),
        Err(other) => Err(other),
    }
}
