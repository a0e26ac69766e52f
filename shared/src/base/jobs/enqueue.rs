//! Writes jobs.
//!
//! Invariant: a job is written in the transaction of the change that needs it; the commit notifies the workers.

use std::time::Duration;

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::Job;
use crate::base::error::Result;
use crate::base::trace;

/// Writes a job with the current trace id in the caller's transaction. The commit notifies the workers.
pub async fn enqueue(tx: &mut PgConnection, job: &Job) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let row = job.row()?;
    sqlx::query!(
        "insert into job (id, lane, kind, payload, trace_id, priority, limited_by) values ($1, $2, $3, $4, $5, $6, $7)",
        id,
        row.lane,
        row.kind,
        row.payload,
        trace::current(),
        row.priority,
        row.limited_by
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("select pg_notify('job', $1)", row.lane)
        .execute(tx)
        .await?;
    Ok(id)
}

/// Writes a job that is due after a delay, unless an equal one already waits for its time.
///
/// The waiting one stays locked until the caller's transaction ends: it sees what that changes. Once somebody may have
/// picked a job up, another one is written.
pub async fn enqueue_delayed(tx: &mut PgConnection, job: &Job, delay: Duration) -> Result<()> {
    let row = job.row()?;
    let waiting = sqlx::query_scalar!(
        "select id from job where lane = $1 and kind = $2 and payload = $3 and run_at > now() and sent_at is null
             and lease_id is null and finished_at is null and dead_at is null
         limit 1 for update skip locked",
        row.lane,
        row.kind,
        row.payload
    )
    .fetch_optional(&mut *tx)
    .await?;
    if waiting.is_some() {
        return Ok(());
    }
    enqueue_after(tx, job, delay).await
}

/// Writes a job that is not due before a delay is over.
pub async fn enqueue_after(tx: &mut PgConnection, job: &Job, delay: Duration) -> Result<()> {
    let row = job.row()?;
    sqlx::query!(
        "insert into job (id, lane, kind, payload, trace_id, priority, limited_by, run_at)
         values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8))",
        Uuid::now_v7(),
        row.lane,
        row.kind,
        row.payload,
        trace::current(),
        row.priority,
        row.limited_by,
        delay.as_secs_f64()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes any number of jobs with the current trace id in the caller's transaction, in one statement.
pub async fn enqueue_all(tx: &mut PgConnection, jobs: &[Job]) -> Result<()> {
    let mut lanes = Vec::with_capacity(jobs.len());
    let mut kinds = Vec::with_capacity(jobs.len());
    let mut payloads = Vec::with_capacity(jobs.len());
    let mut priorities = Vec::with_capacity(jobs.len());
    let mut limits = Vec::with_capacity(jobs.len());
    for job in jobs {
        let row = job.row()?;
        lanes.push(row.lane.to_owned());
        kinds.push(row.kind);
        payloads.push(row.payload);
        priorities.push(row.priority);
        limits.push(row.limited_by.to_owned());
    }
    let ids: Vec<Uuid> = jobs.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query!(
        "with written as (
             insert into job (id, lane, kind, payload, trace_id, priority, limited_by)
                 select id, lane, kind, payload, $5, priority, limited_by
                 from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $6::smallint[], $7::text[])
                     as job (id, lane, kind, payload, priority, limited_by)
             returning lane
         )
         select pg_notify('job', lane) from (select distinct lane from written) as lanes",
        &ids,
        &lanes,
        &kinds,
        &payloads,
        trace::current(),
        &priorities,
        &limits
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// Writes a scheduled job once, however many workers try: `schedule_key` names the schedule and its hour.
pub async fn enqueue_scheduled(db: impl PgExecutor<'_>, job: &Job, schedule_key: &str) -> Result<()> {
    let row = job.row()?;
    sqlx::query!(
        "insert into job (id, lane, kind, payload, schedule_key, priority, limited_by) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (schedule_key) do nothing",
        Uuid::now_v7(),
        row.lane,
        row.kind,
        row.payload,
        schedule_key,
        row.priority,
        row.limited_by
    )
    .execute(db)
    .await?;
    Ok(())
}
