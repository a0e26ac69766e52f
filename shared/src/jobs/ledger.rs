//! One job in the hands of one worker: every step is a guarded update of its row.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{DEATH_LIMIT, Job};
use crate::error::{Error, Result};
use crate::metrics;

/// How long a worker holds a job without a sign of life. Workers extend it every third of that.
pub const LEASE: Duration = Duration::from_secs(12);

const FIRST_WAIT_SECONDS: f64 = 2.0;
const LONGEST_WAIT_SECONDS: f64 = 3600.0;
const DELETED_AT_ONCE: i64 = 5_000;

/// A job that this worker holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The job's row.
    pub id: Uuid,
    /// This run of it. Another run has another lease, and the older one can change nothing any more.
    pub lease_id: Uuid,
}

/// Which jobs a claim may take hold of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// Only those that may die of a worker's death once more and live.
    NotTheLast,
    /// Those whose next death is their last, too. Whoever claims one runs no other such job beside it.
    EvenTheLast,
}

/// What came of trying to claim a job.
#[derive(Debug)]
pub enum Claimed {
    /// It is ours: run it.
    Ours {
        /// The hold on it.
        claim: Claim,
        /// What to do.
        job: Job,
        /// The request that it goes back to; the job itself if no request began it.
        trace: Uuid,
        /// How long it waited since it was due.
        waited: Duration,
    },
    /// It is finished, dead, not due, another worker's, or at its last chance: nothing was changed.
    NotOurs,
    /// It had killed its limit of workers and is dead now.
    Died,
    /// Only a newer version knows this kind: it was left to one, or has waited for one too long and is dead.
    Unknown,
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

/// Takes hold of those of the jobs that are due and that nobody else holds; says of each what came of it, in their order.
///
/// A lease that ran out belongs to a worker that died: that is counted here, and the third death is the last.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn claim(db: &PgPool, ids: &[Uuid], chance: Chance) -> Result<Vec<Claimed>> {
    let mut taken = hold(db, ids, chance, Holder::Nobody).await?;
    let others: Vec<Uuid> = ids.iter().filter(|id| !taken.contains_key(id)).copied().collect();
    if !others.is_empty() {
        match hold(db, &others, chance, Holder::Dead).await {
            Ok(abandoned) => taken.extend(abandoned),
            Err(error) if taken.is_empty() => return Err(error),
            // Those that are ours are run all the same; the others stay due.
            Err(error) => tracing::warn!(%error, "whose worker died was not asked"),
        }
    }
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        claimed.push(match taken.remove(id) {
            Some(taken) => taken.into_claimed(db).await,
            None => Claimed::NotOurs,
        });
    }
    Ok(claimed)
}

/// Who holds a job before it is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Nobody,
    /// A worker that gave no sign of life until its lease ran out.
    Dead,
}

/// A row that was taken hold of.
struct Taken {
    claim: Claim,
    payload: serde_json::Value,
    /// Whose death was counted just now, if one was.
    holder: Holder,
    deaths: i16,
    trace: Uuid,
    waited: Duration,
}

/// Rows are locked in the order of their ids, here and wherever several are changed at once: nobody waits in a circle.
async fn hold(db: &PgPool, ids: &[Uuid], chance: Chance, holder: Holder) -> Result<HashMap<Uuid, Taken>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let lease_ids: Vec<Uuid> = ids.iter().map(|_| Uuid::new_v4()).collect();
    let fewer_deaths = match chance {
        Chance::NotTheLast => DEATH_LIMIT - 1,
        Chance::EvenTheLast => i16::MAX,
    };
    let rows = sqlx::query!(
        r#"select id as "id!", lease_id as "lease_id!", payload as "payload!", deaths as "deaths!", trace_id,
               greatest(extract(epoch from now() - run_at), 0)::float8 as "waited!"
           from hold_jobs($1, $2, make_interval(secs => $3), $4, $5)"#,
        &ids,
        &lease_ids,
        LEASE.as_secs_f64(),
        i16::from(holder == Holder::Dead),
        fewer_deaths
    )
    .fetch_all(db)
    .await?;
    let taken = rows.into_iter().map(|row| {
        let taken = Taken {
            claim: Claim {
                id: row.id,
                lease_id: row.lease_id,
            },
            payload: row.payload,
            holder,
            deaths: row.deaths,
            trace: row.trace_id.unwrap_or(row.id),
            waited: Duration::from_secs_f64(row.waited),
        };
        (row.id, taken)
    });
    Ok(taken.collect())
}

impl Taken {
    async fn into_claimed(self, db: &PgPool) -> Claimed {
        let Self {
            claim,
            payload,
            holder,
            deaths,
            trace,
            waited,
        } = self;
        if holder == Holder::Dead {
            metrics::job_abandoned();
            tracing::warn!(job.id = %claim.id, deaths, "a worker died with this job in hand");
            if deaths >= DEATH_LIMIT {
                left_to_the_lease(bury(db, claim, "The worker died each time it did this.").await, claim);
                return Claimed::Died;
            }
        }
        match serde_json::from_value(payload) {
            Ok(job) => Claimed::Ours {
                claim,
                job,
                trace,
                waited,
            },
            Err(error) => {
                tracing::warn!(job.id = %claim.id, %error, "a job of an unknown kind");
                left_to_the_lease(leave_to_newer_version(db, claim).await, claim);
                Claimed::Unknown
            }
        }
    }
}

/// What could not be recorded of a job that nobody runs is found again when its lease has run out.
fn left_to_the_lease(recorded: Result<()>, claim: Claim) {
    if let Err(error) = recorded {
        tracing::warn!(job.id = %claim.id, %error, "left to its lease");
    }
}

/// While a release is rolled out, old workers meet kinds of jobs that only the new ones know: they leave them alone,
/// uncounted. After a day nobody will come who knows.
async fn leave_to_newer_version(db: &PgPool, claim: Claim) -> Result<()> {
    let is_old = sqlx::query_scalar!(
        r#"select created_at < now() - interval '1 day' as "is_old!" from job where id = $1"#,
        claim.id
    )
    .fetch_one(db)
    .await?;
    if is_old {
        return bury(db, claim, "This kind of job is unknown to the running version.").await;
    }
    sqlx::query!(
        "update job set lease_id = null, lease_until = null, sent_at = null, run_at = now() + interval '1 minute'
         where id = $1 and lease_id = $2",
        claim.id,
        claim.lease_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts off a job that is at its last chance and must wait for its turn: due again in a second, still unclaimed.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn put_off(db: &PgPool, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update job set sent_at = null, run_at = now() + interval '1 second'
         where id = $1 and finished_at is null and dead_at is null and run_at <= now()
             and (lease_id is null or lease_until < now())",
        id
    )
    .execute(db)
    .await?;
    Ok(())
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
        LONGEST_WAIT_SECONDS,
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

async fn bury(db: &PgPool, claim: Claim, reason: &str) -> Result<()> {
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
