//! Several stories published at once.
//!
//! Invariant: each is settled by itself, as if it were alone.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Order, Step, settle};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::staff::Staff;

/// What became of one story of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is published.
    Approved,
    /// It is not pending, or still being prepared.
    NotPending,
    /// Its risk is not low, danger was seen in it, or it was reported or reopened: it must be read by itself.
    NeedsALook,
    /// There is no such story.
    NotFound,
}

/// Publishes several stories of low risk in which nobody saw danger or anything to doubt, each by itself.
///
/// # Errors
/// `Unavailable` or `Internal` from the database; what was published before stays so.
pub async fn approve_all(ctx: &Ctx, staff: &Staff, ids: &[Uuid], now: OffsetDateTime) -> Result<Vec<(Uuid, Outcome)>> {
    let mut outcomes = Vec::with_capacity(ids.len());
    for id in ids {
        let order = Order::of(Step::ApproveUnread);
        let outcome = match settle(ctx, staff, *id, &order, now).await {
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
