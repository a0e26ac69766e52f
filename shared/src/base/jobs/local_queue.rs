//! What the workers report about the jobs that they hold, for staff.
//!
//! Invariant: a report decides nothing. The leases in the rows of the jobs do.

use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

use super::Lane;
use crate::base::error::Result;

/// What a worker holds of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalQueueReport {
    /// The lane.
    pub lane: Lane,
    /// How many jobs may run at once.
    pub slots: usize,
    /// How many run.
    pub running: usize,
    /// How many are claimed and not begun.
    pub ahead: usize,
    /// How many have ended, and the end is not recorded yet.
    pub unrecorded: usize,
    /// For how long the oldest has waited to begin, or to be recorded. Neither should take seconds.
    pub oldest: Option<Duration>,
}

/// Writes what a worker holds, and deletes the reports of workers that have been silent for an hour.
pub async fn report_local_queues(db: &PgPool, worker: Uuid, queues: &[LocalQueueReport]) -> Result<()> {
    let lanes: Vec<String> = queues.iter().map(|queue| queue.lane.as_str().to_owned()).collect();
    let counts = |count: fn(&LocalQueueReport) -> usize| -> Vec<i32> {
        let all = queues.iter().map(count);
        all.map(|number| i32::try_from(number).unwrap_or(i32::MAX)).collect()
    };
    let oldest: Vec<f64> = queues
        .iter()
        .map(|queue| queue.oldest.map_or(-1.0, |oldest| oldest.as_secs_f64()))
        .collect();
    let (slots, running) = (counts(|queue| queue.slots), counts(|queue| queue.running));
    let (ahead, unrecorded) = (counts(|queue| queue.ahead), counts(|queue| queue.unrecorded));
    sqlx::query!(
        "with forgotten as (delete from local_queue where seen_at < now() - interval '1 hour' and worker <> $1)
         insert into local_queue (worker, lane, slots, running, ahead, unrecorded, oldest_since, seen_at)
             select $1, lane, slots, running, ahead, unrecorded,
                 case when oldest >= 0 then now() - make_interval(secs => oldest) end, now()
             from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::float8[])
                 as told (lane, slots, running, ahead, unrecorded, oldest)
         on conflict (worker, lane) do update set slots = excluded.slots, running = excluded.running,
             ahead = excluded.ahead, unrecorded = excluded.unrecorded, oldest_since = excluded.oldest_since,
             seen_at = excluded.seen_at",
        worker,
        &lanes,
        &slots,
        &running,
        &ahead,
        &unrecorded,
        &oldest
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes the reports of a worker that ends.
pub async fn delete_local_queues(db: &PgPool, worker: Uuid) -> Result<()> {
    sqlx::query!("delete from local_queue where worker = $1", worker)
        .execute(db)
        .await?;
    Ok(())
}
