//! Maps each kind of job to the function that does it.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::ids::UserId;
use shared::jobs::{self, Job, Rehearsal};
use shared::sign_in::email;
use shared::user;
use shared::{account, document, mail, moderation, rate_limit, search, session, subscription, testimony};
use time::OffsetDateTime;

use crate::pdf;

/// Does a job. Each is safe to run twice, late and out of order; its variant's doc says why.
pub async fn run(ctx: &Ctx, job: &Job) -> Result<()> {
    match job {
        Job::PrepareTestimony { id } => testimony::prepare(ctx, *id).await,
        Job::SendMail { message } => mail::send(ctx, *message).await,
        Job::FetchAvatar { user } => user::picture::fetch(ctx, UserId(*user)).await,
        Job::IngestDocument { id } => pdf::parent::ingest(ctx, *id).await,
        Job::IndexPassages => search::index_passages(ctx).await,
        Job::ProcessStripeEvent { id } => subscription::process(ctx, *id).await,
        Job::EndSubscription { id } => subscription::end(ctx, *id).await,
        Job::EraseCheckouts { id } => subscription::erase_checkouts(ctx, *id).await,
        Job::SweepStripeEvents => subscription::sweep(ctx).await,
        Job::ReconcileSubscriptions => subscription::reconcile(ctx).await,
        Job::Cleanup => cleanup(ctx).await,
        Job::Rehearse { act } if ctx.config.rehearsals => rehearse(*act).await,
        Job::Rehearse { .. } => Err(Error::Conflict("Rehearsals are off.")),
    }
}

async fn cleanup(ctx: &Ctx) -> Result<()> {
    let jobs = jobs::delete_finished(&ctx.db).await?;
    let sessions = session::delete_expired(&ctx.db).await?;
    let sign_ins = email::delete_old(&ctx.db).await?;
    let attempts = rate_limit::delete_old(&ctx.db).await?;
    let report_networks = moderation::forget_networks(&ctx.db).await?;
    let blocks = account::block::delete_old(&ctx.db).await?;
    #[expect(
        clippy::disallowed_methods,
        reason = "the time is read here and passed on as an argument"
    )]
    let now = OffsetDateTime::now_utc();
    let documents = document::cleanup(ctx, now).await?;
    let index_files = search::cleanup(ctx, now).await?;
    let events = subscription::delete_old(ctx).await?;
    let unclaimed = subscription::delete_unclaimed(ctx).await?;
    tracing::info!(
        jobs,
        sessions,
        sign_ins,
        attempts,
        report_networks,
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
