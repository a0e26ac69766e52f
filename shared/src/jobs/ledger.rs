//! Jobs in the hands of a worker: every step is a guarded update of their rows.

use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Job;
use crate::error::{Error, Result};

/// How long a worker holds a job without a sign of life. Workers extend it every third of that.
pub const LEASE: Duration = Duration::from_secs(12);

const FIRST_WAIT_SECONDS: f64 = 2.0;
const MAX_BACKOFF_SECS: f64 = 3600.0;
const DELETED_AT_ONCE: i64 = 5_000;

/// A job that this worker holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The job's row.
    pub id: Uuid,
    /// This run of it. Another run has another lease, and the older one can change nothing any more.
    pub lease_id: Uuid,
}

/// What follows from a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// It is due again at this time.
    Again(OffsetDateTime),
    /// It is over: something it depends on was away for as long as it tried, and the next of its kind makes up for it.
    LeftToTheNext,
    /// It waits for a person.
    Dead,
}

/// Keeps hold of jobs; returns those of them that are still held.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn extend(db: &PgPool, claims: &[Claim]) -> Result<Vec<Claim>> {
    let (ids, lease_ids) = by_column(claims);
    let held = sqlx::query_as!(
        Claim,
        r#"with held as (
             select job.id from unnest($1::uuid[], $3::uuid[]) as ours (id, lease_id)
                 join job on job.id = ours.id and job.lease_id = ours.lease_id
             where finished_at is null and dead_at is null order by job.id for update of job
           )
           update job set lease_until = now() + make_interval(secs => $2), doubt_at = now() + make_interval(secs => $2)
           from held where job.id = held.id
           returning job.id, lease_id as "lease_id!""#,
        &ids,
        LEASE.as_secs_f64(),
        &lease_ids
    )
    .fetch_all(db)
    .await?;
    Ok(held)
}

/// Records that jobs are done; says of each whether it was still held. What another run holds by now is not touched.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn finish(db: &PgPool, claims: &[Claim]) -> Result<Vec<bool>> {
    let mut sorted = claims.to_vec();
    sorted.sort_unstable_by_key(|claim| claim.id);
    let (ids, lease_ids) = by_column(&sorted);
    let finished = sqlx::query_scalar!(r#"select finish_jobs($1, $2) as "lease_id!""#, &ids, &lease_ids)
        .fetch_all(db)
        .await?;
    Ok(claims.iter().map(|claim| finished.contains(&claim.lease_id)).collect())
}

/// Records a failure: due again after a wait that doubles, or dead if retrying cannot help or has been tried enough. An
/// outage kills no job that the next of its kind makes good.
/// The waits are spread by chance, so that jobs which failed together do not return together.
///
/// # Errors
/// `Conflict` if another run holds it by now; `Unavailable` or `Internal` from the database.
pub async fn fail(db: &PgPool, claim: Claim, job: &Job, error: &Error) -> Result<Failed> {
    let reason = reason_for_staff(error);
    if !error.is_worth_retrying() {
        bury(db, claim, reason).await?;
        return Ok(Failed::Dead);
    }
    let is_left = error.is_outage() && job.is_made_good_by_the_next();
    let row = sqlx::query!(
        "update job set failures = failures + 1, lease_id = null, lease_until = null, sent_at = null, reason = $3,
             dead_at = case when failures + 1 >= $4 and not $7 then now() end,
             finished_at = case when failures + 1 >= $4 and $7 then now() end,
             run_at = now() + make_interval(secs => least($5::float8 * (2.0 ^ least(failures, 30)), $6::float8) * (0.75 + random() / 2))
         where id = $1 and lease_id = $2
         returning dead_at, finished_at, run_at",
        claim.id,
        claim.lease_id,
        reason,
        i32::from(job.failure_limit()),
        FIRST_WAIT_SECONDS,
        MAX_BACKOFF_SECS,
        is_left
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::Conflict("another worker holds this job"))?;
    if row.dead_at.is_some() {
        tracing::error!(job.id = %claim.id, reason, "job is dead");
        return Ok(Failed::Dead);
    }
    if row.finished_at.is_some() {
        return Ok(Failed::LeftToTheNext);
    }
    Ok(Failed::Again(row.run_at))
}

/// Gives jobs back untouched, when the process is asked to stop: due at once, no attempt counted.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn release(db: &PgPool, claims: &[Claim]) -> Result<()> {
    let (ids, lease_ids) = by_column(claims);
    sqlx::query!(
        "with held as (
             select job.id from unnest($1::uuid[], $2::uuid[]) as ours (id, lease_id)
                 join job on job.id = ours.id and job.lease_id = ours.lease_id
             order by job.id for update of job
         )
         update job set lease_id = null, lease_until = null, sent_at = null from held where job.id = held.id",
        &ids,
        &lease_ids
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes rows of jobs that were finished longer ago than a week, and counters of days gone by, in small steps.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_finished(db: &PgPool) -> Result<u64> {
    let mut deleted = 0;
    loop {
        let jobs = sqlx::query!(
            "delete from job where id in (
                 select id from job where finished_at < now() - interval '7 days' order by finished_at limit $1)",
            DELETED_AT_ONCE
        )
        .execute(db)
        .await?;
        let addresses = sqlx::query!(
            "delete from address_usage where ctid in (
                 select ctid from address_usage where day < (now() at time zone 'UTC')::date - 1 limit $1)",
            DELETED_AT_ONCE
        )
        .execute(db)
        .await?;
        let counters = sqlx::query!(
            "delete from usage where ctid in (
                 select ctid from usage where day < (now() at time zone 'UTC')::date - 30 limit $1)",
            DELETED_AT_ONCE
        )
        .execute(db)
        .await?;
        let rows = [jobs, addresses, counters].map(|done| done.rows_affected());
        deleted += rows[0];
        if rows.iter().all(|&rows| rows == 0) {
            return Ok(deleted);
        }
    }
}

/// The ids and the lease ids of claims, as two columns.
fn by_column(claims: &[Claim]) -> (Vec<Uuid>, Vec<Uuid>) {
    claims.iter().map(|claim| (claim.id, claim.lease_id)).unzip()
}

pub(super) async fn bury(db: &PgPool, claim: Claim, reason: &str) -> Result<()> {
    let changed = sqlx::query!(
        "update job set dead_at = now(), lease_id = null, lease_until = null, reason = $3 where id = $1 and lease_id = $2",
        claim.id,
        claim.lease_id,
        reason
    )
    .execute(db)
    .await?;
    tracing::error!(job.id = %claim.id, reason, "job is dead");
    still_ours(changed.rows_affected())
}

const fn still_ours(rows: u64) -> Result<()> {
    if rows == 1 {
        Ok(())
    } else {
        Err(Error::Conflict("another worker holds this job"))
    }
}

/// The reason in plain words, for the staff's page. The cause stands in the log.
const fn reason_for_staff(error: &Error) -> &'static str {
    match error {
        Error::NotFound => "What this was about is gone.",
        Error::SignInRequired => "This needs somebody who is signed in.",
        Error::Conflict(reason) => reason,
        Error::InvalidTransition(_) | Error::DocumentNotFailed | Error::UserBlocked | Error::PremiumRequired => {
            "This has changed in the meantime."
        }
        Error::PaymentsNotSetUp => "Payments are not set up here.",
        Error::PaymentsUnavailable(_) => "Stripe did not answer.",
        Error::NoBilling | Error::AlreadySubscribed | Error::NotGenuine => "What this was about has no subscription.",
        Error::WrongPassword | Error::CodeNeeded | Error::StaffNotSetUp => "This needs somebody of the staff.",
        Error::InvalidFields(_) | Error::RefusedFile { .. } => "What was handed in cannot be worked on.",
        Error::TooMany { .. } => "A limit was reached.",
        Error::StorageUnavailable(_) => "The storage of documents did not answer.",
        Error::Unavailable(_) => "Something this depends on did not answer.",
        Error::Internal(_) => "Something went wrong inside. The log has the cause.",
    }
}
