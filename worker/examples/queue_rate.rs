//! Enqueues jobs that do nothing, all in one transaction, and prints how fast the running workers drain them.
//!
//! usage: `queue_rate NUMBER`, with the settings of the workers, which need `REHEARSALS=on`. The clock runs from the
//! commit, when all of them fall due, until the last one is finished.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use shared::config::Config;
use shared::jobs::{self, Job, Rehearsal};
use shared::{database, error};
use sqlx::PgPool;

const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let number = std::env::args().nth(1).context("how many jobs?")?.parse()?;
    let db = database::pool(&Config::from_env()?)?;
    enqueue(&db, number).await?;
    let began = Instant::now();
    while anything_is_open(&db).await? {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    let seconds = began.elapsed().as_secs_f64();
    let rate = f64::from(number) / seconds;
    writeln!(
        std::io::stdout(),
        "{number} jobs in {seconds:.2} s: {rate:.0} jobs a second"
    )?;
    Ok(())
}

async fn enqueue(db: &PgPool, number: u32) -> error::Result<()> {
    let mut tx = db.begin().await?;
    let nothing = Job::Rehearse {
        act: Rehearsal::Nothing,
    };
    for _ in 0..number {
        jobs::enqueue(&mut tx, &nothing).await?;
    }
    Ok(tx.commit().await?)
}

/// Two queries, because each can use an index.
async fn anything_is_open(db: &PgPool) -> error::Result<bool> {
    let open = sqlx::query_scalar(
        "select exists (select from job where finished_at is null and dead_at is null and sent_at is null)
             or exists (select from job where finished_at is null and dead_at is null and sent_at is not null)",
    );
    Ok(open.fetch_one(db).await?)
}
