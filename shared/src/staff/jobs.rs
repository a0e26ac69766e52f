//! Jobs for staff: an overview, and retrying or discarding dead jobs.
//!
//! Invariant: only dead jobs are changed here, and each change is audited.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Staff;
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};

const MAX_DEAD_JOBS: i64 = 200;
const MAX_LOCAL_QUEUES: i64 = 200;
/// Workers report every five seconds.
const SILENT_AFTER_SECS: f64 = 30.0;

/// The number of jobs of one kind and state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindCount {
    /// The kind.
    pub kind: String,
    /// `waiting`, `running` or `dead`.
    pub state: String,
    /// The number of jobs.
    pub count: i64,
    /// When the oldest of them was enqueued, or died.
    pub oldest: OffsetDateTime,
}

/// A dead job, which waits for staff.
#[derive(Debug, Clone)]
pub struct DeadJob {
    /// The id of the job.
    pub id: Uuid,
    /// Its kind.
    pub kind: String,
    /// Why it is dead, for staff.
    pub reason: String,
    /// When it was enqueued.
    pub created_at: OffsetDateTime,
    /// When it died.
    pub died_at: OffsetDateTime,
    /// How often it failed.
    pub failures: i16,
    /// How many workers died while they held it.
    pub deaths: i16,
}

/// What a worker holds of a lane, as it reported.
#[derive(Debug, Clone)]
pub struct LocalQueue {
    /// The worker.
    pub worker: Uuid,
    /// The lane.
    pub lane: String,
    /// How many jobs may run at once.
    pub slots: i32,
    /// How many run.
    pub running: i32,
    /// How many are claimed and not begun.
    pub ahead: i32,
    /// How many have ended, and the end is not recorded yet.
    pub unrecorded: i32,
    /// Since when the oldest waits to begin, or to be recorded.
    pub oldest_since: Option<OffsetDateTime>,
    /// When the worker reported this.
    pub seen_at: OffsetDateTime,
    /// Whether the worker has been silent for so long that it has probably ended.
    pub is_silent: bool,
}

/// All unfinished jobs.
#[derive(Debug)]
pub struct Overview {
    /// The numbers by kind and state.
    pub kinds: Vec<KindCount>,
    /// The jobs that died most recently.
    pub dead: Vec<DeadJob>,
    /// What the workers hold.
    pub local_queues: Vec<LocalQueue>,
}

/// Counts unfinished jobs and lists the dead ones.
pub async fn overview(db: &PgPool) -> Result<Overview> {
    let kinds = sqlx::query_as!(
        KindCount,
        r#"select kind, state as "state!", count(*) as "count!", min(since) as "oldest!" from (
               select kind, coalesce(dead_at, created_at) as since,
                   case when dead_at is not null then 'dead' when lease_id is not null then 'running' else 'waiting' end as state
               from job where finished_at is null) unfinished
           group by kind, state order by kind, state"#
    )
    .fetch_all(db)
    .await?;
    let dead = sqlx::query_as!(
        DeadJob,
        r#"select id, kind, reason as "reason!", created_at, dead_at as "died_at!", failures, deaths
           from job where dead_at is not null order by dead_at desc, id limit $1"#,
        MAX_DEAD_JOBS
    )
    .fetch_all(db)
    .await?;
    let local_queues = sqlx::query_as!(
        LocalQueue,
        r#"select worker, lane, slots, running, ahead, unrecorded, oldest_since, seen_at,
               seen_at < now() - make_interval(secs => $1) as "is_silent!"
           from local_queue order by worker, array_position(array['mail', 'urgent', 'payments', 'bulk'], lane) limit $2"#,
        SILENT_AFTER_SECS,
        MAX_LOCAL_QUEUES
    )
    .fetch_all(db)
    .await?;
    Ok(Overview {
        kinds,
        dead,
        local_queues,
    })
}

/// Retries a dead job.
///
/// # Errors
/// `NotFound` if there is no dead job with this id.
pub async fn retry(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let lane = sqlx::query_scalar!(
        "update job set dead_at = null, reason = null, sent_at = null, run_at = now(), failures = 0, deaths = 0
         where id = $1 and dead_at is not null returning lane",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    sqlx::query!("select pg_notify('job', $1)", lane)
        .execute(&mut *tx)
        .await?;
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &Entry::new(staff.actor(), Action::JobRetried, Subject::Job(id)),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Discards a dead job: deletes its row.
///
/// # Errors
/// `NotFound` if there is no dead job with this id.
pub async fn discard(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let failures = sqlx::query_scalar!(
        "delete from job where id = $1 and dead_at is not null returning failures",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    let entry = Entry::new(staff.actor(), Action::JobDiscarded, Subject::Job(id));
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("failures", Detail::Number(failures.into())),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}
