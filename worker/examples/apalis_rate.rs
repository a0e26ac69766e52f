//! The plain baseline of `bin/bench queue`: apalis over Redis alone. Its jobs do nothing and are recorded nowhere.
//!
//! usage: `apalis_rate NUMBER`, with the settings of a worker. The clock runs from the first pushed job until the last
//! one is done. At most some thousand wait at a time: with many more due at once, the script of apalis fetches none.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use apalis::prelude::*;
use apalis_redis::RedisStorage;
use redis::aio::ConnectionManager;
use shared::config::Config;
use tokio::sync::Semaphore;
use uuid::Uuid;

/// The concurrency of the urgent lane of one of our workers.
const CONCURRENCY: usize = 16;
const PUSHED_AT_ONCE: u32 = 500;
const MAX_WAITING: u32 = 2000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let chunks: u32 = std::env::args()
        .nth(1)
        .context("how many jobs?")?
        .parse::<u32>()?
        .div_ceil(PUSHED_AT_ONCE);
    let url = Config::from_env()?.redis_url.context("REDIS_URL is missing")?;
    let connection = ConnectionManager::new(redis::Client::open(url)?).await?;
    let config = apalis_redis::Config::default()
        .queue("baseline")
        .emit_events(false)
        .lock_tasks(false);
    let mut storage = RedisStorage::new(connection).with_config(config);
    let room = Arc::new(Semaphore::new(MAX_WAITING as usize));
    let worker = WorkerBuilder::new("baseline")
        .backend(storage.clone())
        .data(room.clone())
        .concurrency(CONCURRENCY)
        .build(do_nothing);
    let push_all = async {
        for _ in 0..chunks {
            room.acquire_many(PUSHED_AT_ONCE).await?.forget();
            let ids = (0..PUSHED_AT_ONCE).map(|_| Uuid::now_v7()).collect();
            let pushed = storage.push_bulk(ids).await;
            pushed.map_err(|error| anyhow::anyhow!("push: {error}"))?;
        }
        // All jobs are done when every permit is free again.
        room.acquire_many(MAX_WAITING).await?.forget();
        anyhow::Ok(())
    };
    let began = Instant::now();
    tokio::select! {
        ended = worker.run() => anyhow::bail!("the queue's loop ended: {ended:?}"),
        pushed = push_all => pushed?,
    }
    let number = chunks * PUSHED_AT_ONCE;
    let seconds = began.elapsed().as_secs_f64();
    let rate = f64::from(number) / seconds;
    writeln!(
        std::io::stdout(),
        "{number} jobs in {seconds:.2} s: {rate:.0} jobs a second"
    )?;
    Ok(())
}

async fn do_nothing(_: Uuid, room: Data<Arc<Semaphore>>) -> Result<(), BoxDynError> {
    room.add_permits(1);
    Ok(())
}
