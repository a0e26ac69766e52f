//! Leased jobs: extend, finish, fail and release, each a guarded update of the row.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Job;
use crate::base::database;
use crate::base::error::{Error, Result};

/// How long a lease lasts. Workers extend it every third of that.
pub const LEASE_TIMEOUT: Duration = Duration::from_secs(12);

const FIRST_BACKOFF_SECS: f64 = 2.0;
const MAX_BACKOFF_SECS: f64 = 3600.0;

/// A worker's lease on a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// The job's row.
    pub id: Uuid,
    /// The id of this lease. A later lease invalidates it.
    pub lease_id: Uuid,
}

/// What follows from a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// It is due again at this time.
    Again(OffsetDateTime),
    /// It is over after a long outage; the next job of its kind makes up for it.
    Superseded,
    /// It waits for a person.
    Dead,
}

/// Extends leases; returns those that are still valid.
pub async fn extend(db: &PgPool, leases: &[Lease]) -> Result<Vec<Lease>> {
    let sorted = sorted(leases);
    let (ids, lease_ids) = by_column(&sorted);
    let held = sqlx::query_scalar!(
        r#"select extend_jobs($1, $2, make_interval(secs => $3)) as "id!""#,
        &ids,
        &lease_ids,
        LEASE_TIMEOUT.as_secs_f64()
    )
    .fetch_all(db)
    .await?;
    Ok(those_of(&sorted, &held))
}

/// What became of the end of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It is recorded.
    Recorded,
    /// The lease was no longer valid: another worker has the job, and nothing was changed.
    Lost,
    /// Another transaction holds the row. It is to be tried again.
    Busy,
}

/// Records finished jobs. Returns for each what became of it.
///
/// # Errors
/// If none is recorded; each may be tried again.
pub async fn finish(db: &PgPool, leases: &[Lease]) -> Result<Vec<End>> {
    let sorted = sorted(leases);
    let error = match finish_together(db, &sorted).await {
        Ok(finished) => return Ok(leases.iter().map(|lease| end_of(*lease, &finished)).collect()),
        Err(error) if database::met_another(&error) => error,
        Err(error) => return Err(error.into()),
    };
    tracing::warn!(%error, jobs = leases.len(), "the end of jobs met another transaction");
    let mut ends = Vec::with_capacity(leases.len());
    for lease in leases {
        ends.push(match finish_together(db, &[*lease]).await {
            Ok(finished) => end_of(*lease, &finished),
            Err(error) if ends.is_empty() && !database::met_another(&error) => return Err(error.into()),
            Err(_) => End::Busy,
        });
    }
    Ok(ends)
}

async fn finish_together(db: &PgPool, sorted: &[Lease]) -> Result<HashSet<Uuid>, sqlx::Error> {
    let (ids, lease_ids) = by_column(sorted);
    let finished = sqlx::query_scalar!(r#"select complete_jobs($1, $2) as "id!""#, &ids, &lease_ids)
        .fetch_all(db)
        .await?;
    Ok(finished.into_iter().collect())
}

fn end_of(lease: Lease, finished: &HashSet<Uuid>) -> End {
    if finished.contains(&lease.id) {
        End::Recorded
    } else {
        End::Lost
    }
}

/// Records a failure: due again after an exponential backoff with jitter, or after the time that another server asked for
/// if that is longer; dead if a retry cannot help or the limit
/// is reached. An outage does not kill a job that the next of its kind supersedes.
///
/// # Errors
/// `Conflict` if another run holds it by now.
pub async fn fail(db: &PgPool, lease: Lease, job: &Job, error: &Error) -> Result<Failed> {
    let reason = reason_for_staff(error);
    if !error.is_worth_retrying() {
        mark_dead(db, lease, reason).await?;
        return Ok(Failed::Dead);
    }
    let policy = job.policy();
    let is_superseded = error.is_outage() && policy.is_superseded_by_next;
    let asked_wait = if let Error::AskedToWait(wait) = error {
        *wait
    } else {
        Duration::ZERO
    };
    let row = sqlx::query!(
        "update job set failures = failures + 1, lease_id = null, lease_until = null, sent_at = null, counted = false, reason = $3,
             dead_at = case when failures + 1 >= $4 and not $7 then now() end,
             finished_at = case when failures + 1 >= $4 and $7 then now() end,
             run_at = now() + make_interval(secs => greatest($8::float8,
                 least($5::float8 * (2.0 ^ least(failures, 30)), $6::float8) * (0.75 + random() / 2)))
         where id = $1 and lease_id = $2
         returning dead_at, finished_at, run_at",
        lease.id,
        lease.lease_id,
        reason,
        i32::from(policy.failure_limit),
        FIRST_BACKOFF_SECS,
        MAX_BACKOFF_SECS,
        is_superseded,
        asked_wait.as_secs_f64()
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::Conflict("another worker holds this job"))?;
    if row.dead_at.is_some() {
        tracing::error!(job.id = %lease.id, reason, "job is dead");
        return Ok(Failed::Dead);
    }
    if row.finished_at.is_some() {
        return Ok(Failed::Superseded);
    }
    Ok(Failed::Again(row.run_at))
}

/// Gives jobs back, at shutdown or because they wait for too long: due at once, no attempt counted.
pub async fn release(db: &PgPool, leases: &[Lease]) -> Result<()> {
    let (ids, lease_ids) = by_column(&sorted(leases));
    sqlx::query!("select give_back_jobs($1, $2)", &ids, &lease_ids)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes rows of jobs that finished over a week ago, and old counters, in batches.
pub async fn delete_finished(db: &PgPool) -> Result<u64> {
    let jobs = database::in_batches(|| {
        sqlx::query!(
            "delete from job where id in (
                 select id from job where finished_at < now() - interval '7 days' order by finished_at limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await?;
    database::in_batches(|| {
        sqlx::query!(
            "delete from address_usage where ctid in (
                 select ctid from address_usage where day < (now() at time zone 'UTC')::date - 1 limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await?;
    database::in_batches(|| {
        sqlx::query!(
            "delete from usage where ctid in (
                 select ctid from usage where day < (now() at time zone 'UTC')::date - 30 limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await?;
    Ok(jobs)
}

/// In the order of their ids, like every statement that changes several rows: this prevents deadlocks.
fn sorted(leases: &[Lease]) -> Vec<Lease> {
    let mut sorted = leases.to_vec();
    sorted.sort_unstable_by_key(|lease| lease.id);
    sorted
}

/// Those of the leases whose jobs are among these.
fn those_of(leases: &[Lease], jobs: &[Uuid]) -> Vec<Lease> {
    let jobs: HashSet<&Uuid> = jobs.iter().collect();
    leases
        .iter()
        .filter(|lease| jobs.contains(&lease.id))
        .copied()
        .collect()
}

fn by_column(leases: &[Lease]) -> (Vec<Uuid>, Vec<Uuid>) {
    leases.iter().map(|lease| (lease.id, lease.lease_id)).unzip()
}

pub(super) async fn mark_dead(db: &PgPool, lease: Lease, reason: &str) -> Result<()> {
    let changed = sqlx::query!(
        "update job set dead_at = now(), lease_id = null, lease_until = null, counted = false, reason = $3
         where id = $1 and lease_id = $2",
        lease.id,
        lease.lease_id,
        reason
    )
    .execute(db)
    .await?;
    tracing::error!(job.id = %lease.id, reason, "job is dead");
    still_ours(changed.rows_affected())
}

const fn still_ours(rows: u64) -> Result<()> {
    if rows == 1 {
        Ok(())
    } else {
        Err(Error::Conflict("another worker holds this job"))
    }
}

/// The reason for staff, in plain words. The cause is in the log.
const fn reason_for_staff(error: &Error) -> &'static str {
    match error {
        Error::NotFound => "What this job was about no longer exists.",
        Error::SignInRequired => "This needs somebody who is signed in.",
        Error::Conflict(reason) => reason,
        Error::InvalidTransition(_)
        | Error::DocumentNotFailed
        | Error::UserBlocked
        | Error::PremiumRequired
        | Error::KeyReused { .. } => "This has changed in the meantime.",
        Error::PaymentsNotSetUp => "Payments are not set up here.",
        Error::PaymentsUnavailable(_) => "Stripe did not answer.",
        Error::NoBilling | Error::AlreadySubscribed | Error::AddressNotProven | Error::NotGenuine => {
            "What this job was about has no subscription."
        }
        Error::WrongPassword | Error::CodeNeeded | Error::CodeUsed | Error::StaffNotSetUp => {
            "This needs a staff member."
        }
        Error::InvalidFields(_) | Error::RefusedFile { .. } => "The input cannot be processed.",
        Error::TooMany { .. } | Error::WorkNeeded { .. } => "A limit was reached.",
        Error::StorageUnavailable(_) => "The storage of documents did not answer.",
        Error::Unavailable(_) | Error::AskedToWait(_) => "Something this depends on did not answer.",
        Error::Internal(_) => "Something went wrong inside. The log has the cause.",
    }
}
