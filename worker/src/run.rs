//! The one place where kinds of jobs meet the functions that do them.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::{self, Job, Rehearsal};
use shared::sign_in::email;
use shared::user::{self, UserId};
use shared::{account, attempt, document, mail, search, session, subscription, testimony};
use time::OffsetDateTime;

use crate::pdf;

/// Does a job. Each is safe to run twice, late and out of order; its variant's doc says why.
///
/// # Errors
/// Whatever the function that does it says.
pub async fn run(ctx: &Ctx, job: &Job) -> Result<()> {
    match job {
        Job::PrepareTestimony { id } => testimony::prepare(ctx, *id).await,
        Job::SendMail { message } => mail::send(ctx, *message).await,
        Job::FetchAvatar { user } => user::picture::fetch(ctx, UserId(*user)).await,
        Job::IngestDocument { id } => pdf::parent::ingest(ctx, *id).await,
        Job::IndexPassages => search::index_passages(ctx).await,
        Job::ProcessStripeEvent { id } => subscription::process(ctx, *id).await,
        Job::EndSubscription { id } => subscription::end(ctx, *id).await,
        Job::SweepStripeEvents => subscription::sweep(ctx).await,
        Job::CompareSubscriptions => subscription::compare(ctx).await,
        Job::KeepHouse => keep_house(ctx).await,
        Job::Rehearse { act } if ctx.config.rehearsals => rehearse(*act).await,
        Job::Rehearse { .. } => Err(Error::Conflict("Rehearsals are off.")),
    }
}

/// How long a job may take at all. What takes longer waits for an answer that was lost on its way.
#[must_use]
pub const fn longest(job: &Job) -> Duration {
    match job {
        Job::PrepareTestimony { .. }
        | Job::SendMail { .. }
        | Job::FetchAvatar { .. }
        | Job::ProcessStripeEvent { .. }
        | Job::EndSubscription { .. } => Duration::from_mins(5),
        Job::IndexPassages | Job::SweepStripeEvents | Job::KeepHouse | Job::Rehearse { .. } => Duration::from_hours(1),
        // A thick scan, of which the next try reads what is left; every subscription, one after the other.
        Job::IngestDocument { .. } | Job::CompareSubscriptions => Duration::from_hours(6),
    }
}

async fn keep_house(ctx: &Ctx) -> Result<()> {
    let jobs = jobs::delete_finished(&ctx.db).await?;
    let sessions = session::delete_expired(&ctx.db).await?;
    let sign_ins = email::delete_old(&ctx.db).await?;
    let attempts = attempt::delete_old(&ctx.db).await?;
    let blocks = account::block::delete_old(&ctx.db).await?;
    #[expect(clippy::disallowed_methods, reason = "housekeeping is where time enters")]
    let now = OffsetDateTime::now_utc();
    let documents = document::keep_house(ctx, now).await?;
    let index_files = search::keep_house(ctx, now).await?;
    let events = subscription::delete_old(ctx).await?;
    let unclaimed = subscription::delete_unclaimed(ctx).await?;
    tracing::info!(
        jobs,
        sessions,
        sign_ins,
        attempts,
        blocks,
        documents,
        index_files,
        events,
        unclaimed,
        "old rows and files deleted"
    );
    Ok(())
}

async fn rehearse(act: Rehearsal) -> Result<()> {
    match act {
        Rehearsal::Nothing => Ok(()),
        Rehearsal::Wait { milliseconds } => {
            tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
            Ok(())
        }
        Rehearsal::Fail => Err(Error::Unavailable(anyhow::anyhow!("rehearsed"))),
        Rehearsal::Panic => panic!("rehearsed"),
        Rehearsal::Abort => std::process::abort(),
    }
}
