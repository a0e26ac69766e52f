//! What staff see of the ledger, and what they may do with dead jobs.
//!
//! Invariant: only a dead job is touched here; whoever touches it leaves an audit line.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::staff::Staff;

const DEAD_SHOWN: i64 = 200;

/// How many jobs of a kind wait or run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindCount {
    /// The kind.
    pub kind: String,
    /// `waiting`, `running` or `dead`.
    pub state: String,
    /// How many.
    pub count: i64,
    /// Since when the oldest of them: enqueued, or dead.
    pub oldest: OffsetDateTime,
}

/// A job that waits for a person.
#[derive(Debug, Clone)]
pub struct DeadJob {
    /// The job.
    pub id: Uuid,
    /// Its kind.
    pub kind: String,
    /// Why it is dead, in plain words.
    pub reason: String,
    /// When it was enqueued.
    pub created_at: OffsetDateTime,
    /// When it died.
    pub died_at: OffsetDateTime,
    /// How often it failed.
    pub failures: i16,
    /// How many workers died of it.
    pub deaths: i16,
}

/// The ledger as staff see it.
#[derive(Debug)]
pub struct Board {
    /// Unfinished jobs by kind and state.
    pub kinds: Vec<KindCount>,
    /// The jobs that died last.
    pub dead: Vec<DeadJob>,
}

/// Reads the ledger: what waits, what runs, what is dead and why.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn board(db: &PgPool) -> Result<Board> {
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
        DEAD_SHOWN
    )
    .fetch_all(db)
    .await?;
    Ok(Board { kinds, dead })
}

/// Lets a dead job begin anew.
///
/// # Errors
/// `NotFound` if no such job is dead.
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
        &Entry::new(staff.actor(), Action::JobRetried, Subject::Job(id)),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Gives a dead job up: its row goes.
///
/// # Errors
/// `NotFound` if no such job is dead.
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
    audit::record(&mut tx, &entry.with("failures", Detail::Number(failures.into()))).await?;
    tx.commit().await?;
    Ok(())
}
