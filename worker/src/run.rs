//! Maps each kind of job to the function that does it.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::ids::UserId;
use shared::jobs::{self, Job, Notice, Rehearsal};
use shared::sign_in::email;
use shared::user;
use shared::{
    account, audit_head, document, gift, mail, moderation, push, rate_limit, search, session, subscription, testimony,
    weekly_count,
};
use time::OffsetDateTime;
use uuid::Uuid;

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
        Job::EndDuplicate { id } => subscription::end_duplicate(ctx, *id).await,
        Job::RefundGift { id } => gift::refund(ctx, *id).await,
        Job::FindDuplicates { user } => subscription::find_duplicates(ctx, UserId(*user)).await,
        Job::EraseCheckouts { id } => subscription::erase_checkouts(ctx, *id).await,
        Job::SendPush {
            user,
            subscription,
            notice,
            until,
        } => send_push(ctx, (*user, *subscription), *notice, *until).await,
        Job::SendEveningPushes => push::send_evening(ctx).await.map(drop),
        Job::SweepStripeEvents => subscription::sweep(ctx).await,
        Job::ReconcileSubscriptions => subscription::reconcile(ctx).await,
        Job::Cleanup => cleanup(ctx).await,
        Job::SealAudit { day } => audit_head::keep(ctx, *day).await,
        Job::Rehearse { act } if ctx.config.rehearsals => rehearse(*act).await,
        Job::Rehearse { .. } => Err(Error::Conflict("Rehearsals are off.")),
    }
}

/// Deletes what is old, each kind by itself: one that fails is reported and stops no other.
///
/// # Errors
/// The first error, once all steps have ended.
async fn cleanup(ctx: &Ctx) -> Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the time is read here and passed on as an argument"
    )]
    let now = OffsetDateTime::now_utc();
    let count = |files: usize| u64::try_from(files).unwrap_or(u64::MAX);
    let steps: [(&str, Result<u64>); 12] = [
        ("jobs", jobs::delete_finished(&ctx.db).await),
        ("sessions", session::delete_expired(&ctx.db).await),
        ("sign_ins", email::delete_old(&ctx.db).await),
        ("attempts", rate_limit::delete_old(&ctx.db).await),
        ("report_networks", moderation::forget_networks(&ctx.db).await),
        ("blocks", account::block::delete_old(&ctx.db).await),
        ("documents", document::cleanup(ctx, now).await.map(count)),
        ("index_files", search::cleanup(ctx, now).await.map(count)),
        ("events", subscription::delete_old(ctx).await),
        ("unclaimed", subscription::delete_unclaimed(ctx).await),
        ("unpaid gifts", gift::delete_abandoned(ctx).await),
        ("weekly_counts", weekly_count::delete_old(&ctx.db).await),
    ];
    let mut first_error = None;
    for (step, result) in steps {
        match result {
            Ok(rows) => tracing::info!(step, rows, "old rows and files deleted"),
            Err(error) => {
                tracing::error!(step, %error, "a step of the cleanup failed");
                first_error.get_or_insert(error);
            }
        }
    }
    first_error.map_or(Ok(()), Err)
}

async fn send_push(ctx: &Ctx, (user, subscription): (Uuid, Uuid), notice: Notice, until: i64) -> Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the time is read here and passed on as an argument"
    )]
    let now = OffsetDateTime::now_utc();
    let message = push::Message {
        user: UserId(user),
        subscription,
        notice,
        until: OffsetDateTime::from_unix_timestamp(until).map_err(Error::internal)?,
    };
    push::send(ctx, message, now).await
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

#[cfg(test)]
mod tests {
    use sqlx::PgPool;

    use super::*;

    #[sqlx::test(migrator = "shared::database::MIGRATIONS")]
    async fn a_step_of_the_cleanup_that_fails_stops_no_other_and_the_job_says_so(db: PgPool) {
        sqlx::raw_sql(
            "insert into attempt (kind, by_hash, began_at, count)
                 select 'test', int4send(number), now() - interval '2 days', 1 from generate_series(1, 2500) number;
             alter table session rename to session_elsewhere",
        )
        .execute(&db)
        .await
        .expect("old rows");
        let ctx = testing::ctx(db.clone());
        run(&ctx, &Job::Cleanup).await.expect_err("one step failed");
        let left: i64 = sqlx::query_scalar("select count(*) from attempt")
            .fetch_one(&db)
            .await
            .expect("countable");
        assert_eq!(left, 0, "three batches");
        sqlx::raw_sql("alter table session_elsewhere rename to session")
            .execute(&db)
            .await
            .expect("back");
        run(&ctx, &Job::Cleanup).await.expect("nothing is left to do");
    }
}
