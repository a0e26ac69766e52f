//! How a worker claims jobs: many of a lane with one statement.
//!
//! Invariant: a job has at most one valid lease. An expired lease is taken over, and the death of its worker is
//! counted. Only jobs with which no worker has died, and which have no limit, may wait in a worker.

use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

use super::lease::{LEASE_TIMEOUT, Lease, mark_dead};
use super::{DEATH_LIMIT, Job, Lane, LimitSize};
use crate::base::error::Result;
use crate::base::metrics;

/// Whether an expired lease means that its worker died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leases {
    /// It does.
    Enforced,
    /// It may not: Postgres was away, and nobody could extend anything.
    Suspended,
}

/// How many jobs a worker has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Jobs that may wait in the worker: no worker has died with them, and no limit binds them.
    pub ahead: usize,
    /// Other jobs, which the worker begins at once: as many of each limit, and as many with which a worker has died.
    pub at_once: usize,
    /// Whether it may also take one job whose next death is its last. A worker runs one of these at a time.
    pub quarantine: bool,
}

/// A claimed job.
#[derive(Debug)]
pub struct Claimed {
    /// Our lease on it.
    pub lease: Lease,
    /// The job.
    pub job: Job,
    /// The trace id: the request that enqueued it, or the job itself.
    pub trace: Uuid,
    /// How long it has been due.
    pub waited: Duration,
    /// How many workers have died with it.
    pub deaths: i16,
}

impl Claimed {
    /// Whether it may wait in the worker. The death of the worker would be counted against it, although it had not begun.
    pub const fn may_wait(&self) -> bool {
        self.deaths == 0 && self.job.policy().limit.is_none()
    }

    /// Whether its next death is its last.
    pub const fn is_quarantined(&self) -> bool {
        self.deaths >= DEATH_LIMIT - 1
    }
}

/// The result of a claim.
#[derive(Debug, Default)]
pub struct Claim {
    /// The jobs that are ours to run, in the order in which they are to begin.
    pub jobs: Vec<Claimed>,
    /// Whether there was no room for all: there may be more.
    pub is_full: bool,
}

/// Claims due jobs of a lane which nobody holds, by priority and then the oldest first. Jobs that other transactions hold
/// are passed over.
///
/// An expired lease means that its worker died. The death is counted here; after the third the job is dead. Jobs of an
/// unknown kind are left to workers of a newer version, and are dead after a day.
pub async fn claim(db: &PgPool, lane: Lane, room: Room, leases: Leases) -> Result<Claim> {
    let limits = lane.limits();
    let names: Vec<String> = limits.iter().map(|limit| limit.name.to_owned()).collect();
    let mut sizes = Vec::with_capacity(limits.len());
    for limit in limits {
        sizes.push(match limit.size {
            LimitSize::Fixed(size) => size,
            LimitSize::AllButOneSlot => all_but_one_slot(db, lane).await?,
        });
    }
    let rows = sqlx::query!(
        r#"select id as "id!", lease_id as "lease_id!", payload as "payload!", deaths as "deaths!", trace_id, died as "died!",
               greatest(extract(epoch from now() - run_at), 0)::float8 as "waited!"
           from take_jobs($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $9)"#,
        lane.as_str(),
        whole(room.ahead),
        whole(room.at_once),
        i32::from(room.quarantine),
        leases == Leases::Enforced,
        LEASE_TIMEOUT.as_secs_f64(),
        i32::from(DEATH_LIMIT),
        &names,
        &sizes
    )
    .fetch_all(db)
    .await?;
    let others = rows.iter().filter(|row| row.deaths > 0).count();
    let is_full = rows.len() - others >= room.ahead || (others > 0 && others >= room.at_once);
    let mut claim = Claim {
        jobs: Vec::with_capacity(rows.len()),
        is_full: is_full && !rows.is_empty(),
    };
    for row in rows {
        let locked = Locked {
            lease: Lease {
                id: row.id,
                lease_id: row.lease_id,
            },
            payload: row.payload,
            deaths: row.deaths,
            died: row.died,
            trace: row.trace_id.unwrap_or(row.id),
            waited: Duration::from_secs_f64(row.waited),
        };
        claim.jobs.extend(locked.into_claimed(db).await);
    }
    Ok(claim)
}

/// How many slots of a lane the workers have by their last reports, less one for each worker; at least one. A worker that
/// is killed counts for a minute.
async fn all_but_one_slot(db: &PgPool, lane: Lane) -> Result<i32> {
    let size = sqlx::query_scalar!(
        r#"select greatest(coalesce(sum(slots - 1), 0), 1)::int as "size!" from local_queue
           where lane = $1 and seen_at > now() - interval '1 minute'"#,
        lane.as_str()
    )
    .fetch_one(db)
    .await?;
    Ok(size)
}

/// The lanes that have due jobs which nobody holds.
pub async fn due_lanes(db: &PgPool, leases: Leases) -> Result<Vec<Lane>> {
    let mut lanes = Vec::new();
    let mut limits = Vec::new();
    for lane in Lane::ALL {
        for limit in [""].into_iter().chain(lane.limits().iter().map(|limit| limit.name)) {
            lanes.push(lane.as_str().to_owned());
            limits.push(limit.to_owned());
        }
    }
    let due = sqlx::query_scalar!(
        r#"select lanes_with_due_jobs($1, $2, $3) as "lane!""#,
        &lanes,
        &limits,
        leases == Leases::Enforced
    )
    .fetch_all(db)
    .await?;
    let is_due = |lane: &Lane| due.iter().any(|word| word == lane.as_str());
    Ok(Lane::ALL.into_iter().filter(is_due).collect())
}

fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A row that was claimed.
struct Locked {
    lease: Lease,
    payload: serde_json::Value,
    deaths: i16,
    /// Whether the death of a worker was counted now.
    died: bool,
    trace: Uuid,
    waited: Duration,
}

impl Locked {
    /// The job, if it is to run.
    async fn into_claimed(self, db: &PgPool) -> Option<Claimed> {
        let Self {
            lease,
            payload,
            deaths,
            died,
            trace,
            waited,
        } = self;
        if died {
            metrics::job_abandoned();
            tracing::warn!(job.id = %lease.id, deaths, "a worker died with this job in hand");
        }
        if deaths >= DEATH_LIMIT {
            left_to_its_lease(
                mark_dead(db, lease, "The worker died each time it did this.").await,
                lease,
            );
            return None;
        }
        match serde_json::from_value(payload) {
            Ok(job) => Some(Claimed {
                lease,
                job,
                trace,
                waited,
                deaths,
            }),
            Err(error) => {
                tracing::warn!(job.id = %lease.id, %error, "a job of an unknown kind");
                left_to_its_lease(leave_to_newer_version(db, lease).await, lease);
                None
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
        "update job set lease_id = null, lease_until = null, sent_at = null, counted = false, run_at = now() + interval '1 minute'
         where id = $1 and lease_id = $2",
        lease.id,
        lease.lease_id
    )
    .execute(db)
    .await?;
    Ok(())
}
