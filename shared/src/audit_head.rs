//! The end of the audit trail, kept every day where the database cannot reach it: in storage, and in a mail to staff.
//!
//! Invariant: a trail that does not lead to the last kept end is sealed no further, and staff are told.

use bytes::Bytes;

use crate::audit::{self, Head, Verdict};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::Mail;
use crate::mail::{self, Letter};

const PREFIX: &str = "audit";

/// The key of a day's end; keys sort by their days.
fn storage_key(day: u64) -> String {
    format!("{PREFIX}/head-{day:08}.json")
}

/// Seals what has no seal, keeps the end of the trail in storage, and mails it to staff.
///
/// # Errors
/// `Conflict` if the trail does not lead to the last kept end; `StorageUnavailable`.
pub async fn keep(ctx: &Ctx, day: u64) -> Result<()> {
    let known = last_kept(ctx).await?;
    let Some(head) = audit::seal_older(&ctx.db, &ctx.config.key_ring, known.as_ref()).await? else {
        return Ok(());
    };
    let json = serde_json::to_vec(&head).map_err(Error::internal)?;
    ctx.storage.put(&storage_key(day), Bytes::from(json)).await?;
    if ctx.config.alert_email.is_some() {
        let mut tx = database::begin(&ctx.db).await?;
        mail::enqueue(&mut tx, Mail::AuditHead { day }).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Verifies one step of the trail. The last one also compares the trail with the end that was kept last.
///
/// # Errors
/// `StorageUnavailable` in the last step.
pub async fn verify(ctx: &Ctx, after: i64) -> Result<Verdict> {
    let mut verdict = audit::verify(&ctx.db, &ctx.config.key_ring, after).await?;
    if verdict.is_whole
        && let Some(known) = last_kept(ctx).await?
        && !audit::leads_to(&ctx.db, &known).await?
    {
        verdict.is_whole = false;
        verdict.first_broken = Some(known.position);
    }
    Ok(verdict)
}

/// The end that was kept last.
///
/// # Errors
/// `StorageUnavailable`; `Internal` if what is kept cannot be read.
pub async fn last_kept(ctx: &Ctx) -> Result<Option<Head>> {
    let kept = ctx.storage.list(PREFIX).await?;
    let Some(newest) = kept.into_iter().map(|object| object.key).max() else {
        return Ok(None);
    };
    let json = ctx.storage.read_whole(&newest).await?;
    serde_json::from_slice(&json).map(Some).map_err(Error::internal)
}

/// The mail with the end of a day; none if nothing was kept.
pub async fn letter(ctx: &Ctx, day: u64) -> Result<Option<Letter>> {
    let Some(head) = last_kept(ctx).await? else {
        return Ok(None);
    };
    let text = format!(
        "Please keep this mail. It shows later that nobody has rewritten the audit trail.\n\n\
         Line: {}\nHash: {}\nKey: {}\nSeal: {}",
        head.position, head.hash, head.key_id, head.seal
    );
    Ok(mail::to_staff(
        ctx,
        format!("audit-head-{day}"),
        "The end of the audit trail today",
        &text,
    ))
}
