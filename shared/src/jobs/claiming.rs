//! How a worker takes hold of jobs.
//!
//! Invariant: nobody holds what another holds. What a dead worker held is taken over, and its death counted.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

use super::ledger::{Claim, LEASE, bury};
use super::{DEATH_LIMIT, Job};
use crate::error::Result;
use crate::metrics;

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
