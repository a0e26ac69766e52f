//! How a worker claims jobs.
//!
//! Invariant: a job has at most one valid lease. An expired lease is taken over, and the death of its worker is
//! counted.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

use super::lease::{LEASE_TIMEOUT, Lease, mark_dead};
use super::{DEATH_LIMIT, Job, Lane};
use crate::base::database;
use crate::base::error::Result;
use crate::base::metrics;

/// Which jobs a claim may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimMode {
    /// Jobs that survive another death of a worker.
    Normal,
    /// Also jobs whose next death is their last. A worker runs one of these at a time.
    Quarantined,
}

/// The result of a claim.
#[derive(Debug)]
pub enum Claim {
    /// The job is ours to run.
    Acquired {
        /// Our lease on it.
        lease: Lease,
        /// The job.
        job: Job,
        /// The trace id: the request that enqueued it, or the job itself.
        trace: Uuid,
        /// How long it has been due.
        waited: Duration,
    },
    /// Finished, dead, not due, leased by another worker, or quarantined: nothing was changed.
    Skipped,
    /// It has reached the limit of worker deaths and is dead now.
    Dead,
    /// Its kind is unknown. It is left to workers of a newer version, and dead after a day.
    UnknownKind,
}

/// The ids of due jobs of a lane that nobody works on, the oldest first.
pub async fn due(db: &PgPool, lane: Lane, most: usize) -> Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "select id from job where lane = $1 and finished_at is null and dead_at is null and run_at <= now()
             and (lease_id is null or lease_until < now())
         order by run_at limit $2",
        lane.as_str(),
        i64::try_from(most).unwrap_or(i64::MAX)
    )
    .fetch_all(db)
    .await?;
    Ok(ids)
}

/// Claims the jobs that are due and not leased. Returns a result for each id, in their order.
///
/// An expired lease means that its worker died. The death is counted here; after the third the job is dead.
pub async fn claim(db: &PgPool, ids: &[Uuid], mode: ClaimMode) -> Result<Vec<Claim>> {
    let mut locked = lock(db, ids, mode, Holder::Nobody).await?;
    let others: Vec<Uuid> = ids.iter().filter(|id| !locked.contains_key(id)).copied().collect();
    if !others.is_empty() {
        match lock(db, &others, mode, Holder::Dead).await {
            Ok(abandoned) => locked.extend(abandoned),
            Err(error) if locked.is_empty() => return Err(error),
            // The claimed jobs run; the others stay due.
            Err(error) => tracing::warn!(%error, "expired leases could not be taken over"),
        }
    }
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        claimed.push(match locked.remove(id) {
            Some(locked) => locked.into_claim(db).await,
            None => Claim::Skipped,
        });
    }
    Ok(claimed)
}

/// The holder of a job before the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Nobody,
    /// A worker whose lease has expired.
    Dead,
}

/// A row that was claimed.
struct Locked {
    lease: Lease,
    payload: serde_json::Value,
    /// The holder before the claim.
    holder: Holder,
    deaths: i16,
    trace: Uuid,
    waited: Duration,
}

/// Locks the rows of a claim. If one of them is held by another transaction, each is tried alone, once, and those that
/// are still held stay due.
async fn lock(db: &PgPool, ids: &[Uuid], mode: ClaimMode, holder: Holder) -> Result<HashMap<Uuid, Locked>> {
    let error = match lock_together(db, ids, mode, holder).await {
        Ok(locked) => return Ok(locked),
        Err(error) if database::met_another(&error) => error,
        Err(error) => return Err(error.into()),
    };
    tracing::warn!(%error, jobs = ids.len(), "a claim met another transaction");
    let mut locked = HashMap::new();
    for id in ids {
        match lock_together(db, &[*id], mode, holder).await {
            Ok(alone) => locked.extend(alone),
            Err(error) if database::met_another(&error) => tracing::warn!(job.id = %id, %error, "a job is held"),
            Err(error) if locked.is_empty() => return Err(error.into()),
            // The claimed jobs run; the others stay due.
            Err(error) => {
                tracing::warn!(%error, "jobs could not be claimed");
                break;
            }
        }
    }
    Ok(locked)
}

/// Locks rows in the order of their ids, like every statement that changes several rows: this prevents deadlocks.
async fn lock_together(
    db: &PgPool,
    ids: &[Uuid],
    mode: ClaimMode,
    holder: Holder,
) -> Result<HashMap<Uuid, Locked>, sqlx::Error> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let lease_ids: Vec<Uuid> = ids.iter().map(|_| Uuid::new_v4()).collect();
    let fewer_deaths = match mode {
        ClaimMode::Normal => DEATH_LIMIT - 1,
        ClaimMode::Quarantined => i16::MAX,
    };
    let rows = sqlx::query!(
        r#"select id as "id!", lease_id as "lease_id!", payload as "payload!", deaths as "deaths!", trace_id,
               greatest(extract(epoch from now() - run_at), 0)::float8 as "waited!"
           from claim_jobs($1, $2, make_interval(secs => $3), $4, $5)"#,
        &ids,
        &lease_ids,
        LEASE_TIMEOUT.as_secs_f64(),
        i16::from(holder == Holder::Dead),
        fewer_deaths
    )
    .fetch_all(db)
    .await?;
    let locked = rows.into_iter().map(|row| {
        let locked = Locked {
            lease: Lease {
                id: row.id,
                lease_id: row.lease_id,
            },
            payload: row.payload,
            holder,
            deaths: row.deaths,
            trace: row.trace_id.unwrap_or(row.id),
            waited: Duration::from_secs_f64(row.waited),
        };
        (row.id, locked)
    });
    Ok(locked.collect())
}

impl Locked {
    async fn into_claim(self, db: &PgPool) -> Claim {
        let Self {
            lease,
            payload,
            holder,
            deaths,
            trace,
            waited,
        } = self;
        if holder == Holder::Dead {
            metrics::job_abandoned();
            tracing::warn!(job.id = %lease.id, deaths, "a worker died with this job in hand");
            if deaths >= DEATH_LIMIT {
                left_to_its_lease(
                    mark_dead(db, lease, "The worker died each time it did this.").await,
                    lease,
                );
                return Claim::Dead;
            }
        }
        match serde_json::from_value(payload) {
            Ok(job) => Claim::Acquired {
                lease,
                job,
                trace,
                waited,
            },
            Err(error) => {
                tracing::warn!(job.id = %lease.id, %error, "a job of an unknown kind");
                left_to_its_lease(leave_to_newer_version(db, lease).await, lease);
                Claim::UnknownKind
            }
        }
    }
}

/// If an outcome could not be recorded, the job is claimed again when the lease expires.
fn left_to_its_lease(recorded: Result<()>, lease: Lease) {
    if let Err(error) = recorded {
        tracing::warn!(job.id = %lease.id, %error, "an outcome could not be recorded; the lease will expire");
    }
}

/// During a rollout, old workers meet kinds that only the new version knows. They defer such jobs for a day, without
/// counting attempts; then the job is dead.
async fn leave_to_newer_version(db: &PgPool, lease: Lease) -> Result<()> {
    let is_old = sqlx::query_scalar!(
        r#"select created_at < now() - interval '1 day' as "is_old!" from job where id = $1"#,
        lease.id
    )
    .fetch_one(db)
    .await?;
    if is_old {
        return mark_dead(db, lease, "This kind of job is unknown to the running version.").await;
    }
    sqlx::query!(
        "update job set lease_id = null, lease_until = null, sent_at = null, run_at = now() + interval '1 minute'
         where id = $1 and lease_id = $2",
        lease.id,
        lease.lease_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Defers a quarantined job: due again in a second, still unclaimed.
pub async fn defer(db: &PgPool, id: Uuid) -> Result<()> {
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
