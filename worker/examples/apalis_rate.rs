//! The plain baseline of `bin/bench queue`: apalis over Redis alone. Its jobs do nothing and are recorded nowhere.
//!
//! usage: `apalis_rate NUMBER`, with the settings of a worker. The clock runs from when all jobs are pushed until the last is done.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use apalis::prelude::*;
use apalis_redis::RedisStorage;
use redis::aio::ConnectionManager;
use shared::config::Config;
use tokio::sync::Notify;
use uuid::Uuid;

/// As many at a time as one of our workers does in its urgent lane.
const CONCURRENCY: usize = 16;
const PUSHED_AT_ONCE: usize = 500;

/// How many jobs are to be done yet, and who wants to know that none is.
#[derive(Clone)]
struct Left {
    jobs: Arc<AtomicUsize>,
    none: Arc<Notify>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let number: usize = std::env::args().nth(1).context("how many jobs?")?.parse()?;
    let url = Config::from_env()?.redis_url.context("REDIS_URL is missing")?;
    let connection = ConnectionManager::new(redis::Client::open(url)?).await?;
    let config = apalis_redis::Config::default()
        .queue("baseline")
        .emit_events(false)
        .lock_tasks(false);
    let mut storage = RedisStorage::new(connection).with_config(config);
    let ids: Vec<Uuid> = (0..number).map(|_| Uuid::now_v7()).collect();
    for some in ids.chunks(PUSHED_AT_ONCE) {
        let pushed = storage.push_bulk(some.to_vec()).await;
        pushed.map_err(|error| anyhow::anyhow!("push: {error}"))?;
    }
    let left = Left {
        jobs: Arc::new(AtomicUsize::new(number)),
        none: Arc::new(Notify::new()),
    };
    let worker = WorkerBuilder::new("baseline")
        .backend(storage)
        .data(left.clone())
        .concurrency(CONCURRENCY)
        .build(do_nothing);
    let began = Instant::now();
    tokio::select! {
        ended = worker.run() => anyhow::bail!("the queue's loop ended: {ended:?}"),
        () = left.none.notified() => {}
    }
    let seconds = began.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
    let rate = number as f64 / seconds;
    writeln!(
        std::io::stdout(),
        "{number} jobs in {seconds:.2} s: {rate:.0} jobs a second"
    )?;
    Ok(())
}

async fn do_nothing(_: Uuid, left: Data<Left>) -> Result<(), BoxDynError> {
    if left.jobs.fetch_sub(1, Ordering::Relaxed) == 1 {
        left.none.notify_one();
    }
    Ok(())
}
