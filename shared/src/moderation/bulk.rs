//! Bulk approval of testimonies.
//!
//! Invariant: each testimony is approved in a transaction of its own.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Command, Step, apply};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::staff::Staff;

/// The result for one testimony.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is published.
    Approved,
    /// It is not pending, or not prepared yet.
    NotPending,
    /// It needs individual review: its risk is not low, it shows danger, something in it is still
    /// readable, its language is unknown, or it was reported or reopened.
    NeedsALook,
    /// It does not exist.
    NotFound,
}

/// Approves testimonies of low risk that need no individual review.
///
/// # Errors
/// A database error stops the loop. Testimonies approved before it stay approved.
pub async fn approve_all(ctx: &Ctx, staff: &Staff, ids: &[Uuid], now: OffsetDateTime) -> Result<Vec<(Uuid, Outcome)>> {
    let mut outcomes = Vec::with_capacity(ids.len());
    for id in ids {
        let command = Command::of(Step::ApproveUnread);
        let outcome = match apply(ctx, staff, *id, &command, now).await {
            Ok(_) => Outcome::Approved,
            Err(Error::InvalidTransition(_)) => Outcome::NotPending,
            Err(Error::InvalidFields(_)) => Outcome::NeedsALook,
            Err(Error::NotFound) => Outcome::NotFound,
            Err(other) => return Err(other),
        };
        outcomes.push((*id, outcome));
    }
    Ok(outcomes)
}
