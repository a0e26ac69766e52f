//! The export of the audit trail.
//!
//! Invariant: the trail has a line for each export before its first line leaves, and an export holds as many lines as that
//! line says, none of them newer. It reads in batches and holds no connection between them.

use sqlx::PgPool;

use crate::audit::{self, Action, Detail, Entry, Filter, Group, Line, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;

use super::Staff;

/// The most lines in an export: the newest.
pub const MAX_LINES: i64 = 100_000;
const BATCH_SIZE: i64 = 2_000;

/// An export that has begun.
#[derive(Debug)]
pub struct Export {
    filter: Filter,
    before: i64,
    left: i64,
}

/// Begins an export and records it.
pub async fn begin(ctx: &Ctx, staff: &Staff, filter: Filter) -> Result<Export> {
    let mut tx = database::begin(&ctx.db).await?;
    let before = audit::end(&mut *tx).await?;
    let lines = audit::matching(&mut *tx, &filter, before, MAX_LINES).await?;
    let mut entry = Entry::new(staff.actor(), Action::AuditExported, Subject::SignIn(staff.sign_in))
        .with("lines", Detail::Number(lines));
    if let Some(group) = filter.group.map(Group::as_str) {
        entry = entry.with("group", Detail::Word(group));
    }
    if let Some(action) = filter.action.map(Action::as_str) {
        entry = entry.with("action", Detail::Word(action));
    }
    if let Some(subject) = filter.subject_id {
        entry = entry.with("subject", Detail::Id(subject));
    }
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(Export {
        filter,
        before,
        left: lines,
    })
}

impl Export {
    /// The next lines, newest first; none at the end.
    pub async fn next(&mut self, db: &PgPool) -> Result<Vec<Line>> {
        let limit = self.left.min(BATCH_SIZE);
        if limit == 0 {
            return Ok(Vec::new());
        }
        let lines = audit::lines(db, &self.filter, self.before, limit).await?;
        self.left -= i64::try_from(lines.len()).unwrap_or(limit);
        if let Some(last) = lines.last() {
            self.before = last.position;
        }
        Ok(lines)
    }
}
