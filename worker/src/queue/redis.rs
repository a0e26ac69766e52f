//! The queue in Redis: apalis' lists of wake-ups, at most a few for each lane.

use std::time::Duration;

use apalis::prelude::*;
use apalis_redis::{Config, RedisStorage};
use redis::AsyncCommands as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use serde::{Deserialize, Serialize};
use shared::jobs::Lane;
use shared::metrics;

const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// After this many missed heartbeats the wake-ups of a dead process go to another.
const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_HEARTBEATS: usize = 3;

const TRIM_BATCH: usize = 500;

/// A key of no meaning, to see whether Redis takes writes.
const PROBE: &str = "stillwater:probe";

/// What Redis carries: the word that a lane has due jobs. Which ones, Postgres knows.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct WakeUp {}

/// A handle to the queue; clones share one connection.
#[derive(Clone)]
pub struct RedisQueue {
    connection: ConnectionManager,
}

impl RedisQueue {
    /// Connects to Redis; waits for it as long as it takes.
    ///
    /// # Errors
    /// If the address cannot be read.
    pub async fn connect(redis_url: &str) -> anyhow::Result<Self> {
        let client = redis::Client::open(redis_url)?;
        let settings = ConnectionManagerConfig::new()
            .set_response_timeout(Some(RESPONSE_TIMEOUT))
            .set_connection_timeout(Some(CONNECT_TIMEOUT));
        loop {
            match ConnectionManager::new_with_config(client.clone(), settings.clone()).await {
                Ok(connection) => return Ok(Self { connection }),
                Err(error) => {
                    tracing::warn!(%error, "Redis does not answer yet; jobs wait in Postgres");
                }
            }
            tokio::time::sleep(CONNECT_TIMEOUT).await;
        }
    }

    /// Checks that Redis takes writes.
    ///
    /// # Errors
    /// If it does not.
    pub async fn check(&mut self) -> anyhow::Result<()> {
        Ok(self.connection.set_ex(PROBE, 1, 60).await?)
    }

    /// Wakes a worker with room for a lane, unless a wake-up waits already: the worker that takes it will see all that is
    /// due now. Returns whether it was pushed.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn wake(&mut self, lane: Lane) -> anyhow::Result<bool> {
        let config = config(lane);
        let (active, scheduled): (u64, u64) = redis::pipe()
            .llen(config.active_jobs_list())
            .zcard(config.scheduled_jobs_set())
            .query_async(&mut self.connection)
            .await?;
        if active + scheduled > 0 {
            return Ok(false);
        }
        let pushed = self.storage(lane).push_bulk(vec![WakeUp {}]).await;
        pushed.map_err(|error| anyhow::anyhow!("push: {error}"))?;
        self.make_due(lane).await?;
        metrics::woken(lane);
        Ok(true)
    }

    /// Makes every wake-up due now. apalis delays it until the push time by the sender's clock; only the clock of Postgres
    /// counts here.
    async fn make_due(&mut self, lane: Lane) -> anyhow::Result<()> {
        let scheduled = config(lane).scheduled_jobs_set();
        let command = [scheduled.as_str(), "1", scheduled.as_str(), "WEIGHTS", "0"];
        redis::cmd("ZUNIONSTORE")
            .arg(&command)
            .exec_async(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Removes what apalis keeps of finished tasks, a few at a time.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn trim(&mut self, lane: Lane) -> anyhow::Result<()> {
        let config = config(lane);
        let done: Vec<String> = redis::cmd("SPOP")
            .arg(config.done_jobs_set())
            .arg(TRIM_BATCH)
            .query_async(&mut self.connection)
            .await?;
        if done.is_empty() {
            return Ok(());
        }
        let notes = done.iter().map(|task| format!("{}:{task}", config.job_meta_hash()));
        redis::pipe()
            .hdel(config.job_data_hash(), &done)
            .ignore()
            .unlink(notes.collect::<Vec<_>>())
            .ignore()
            .exec_async(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Deletes our keys that hold something of another type. Nothing is lost: the next look wakes somebody again.
    pub async fn heal(&mut self) {
        for lane in Lane::ALL {
            let config = config(lane);
            for (key, expected) in [
                (config.scheduled_jobs_set(), "zset"),
                (config.workers_set(), "zset"),
                (config.active_jobs_list(), "list"),
                (config.signal_list(), "list"),
                (config.done_jobs_set(), "set"),
                (config.dead_jobs_set(), "set"),
                (config.job_data_hash(), "hash"),
            ] {
                if let Err(error) = self.delete_unless(&key, expected).await {
                    tracing::warn!(%error, "Redis could not be healed");
                    return;
                }
            }
        }
    }

    async fn delete_unless(&mut self, key: &str, expected: &str) -> redis::RedisResult<()> {
        let found: String = redis::cmd("TYPE").arg(key).query_async(&mut self.connection).await?;
        if found != "none" && found != expected {
            tracing::warn!(key, found, expected, "a key in Redis has the wrong type: deleting it");
            let _: () = self.connection.unlink(key).await?;
        }
        Ok(())
    }

    /// Requeues the wake-ups that one of our loops had fetched and not acknowledged, so that others get them at once.
    pub(super) async fn requeue(&mut self, lane: Lane, loop_name: &str) -> anyhow::Result<()> {
        let config = config(lane);
        let fetched_key = format!("{}:{loop_name}", config.inflight_jobs_set());
        let fetched: Vec<String> = self.connection.smembers(&fetched_key).await?;
        let mut moved = redis::pipe();
        moved
            .atomic()
            .zrem(config.workers_set(), loop_name)
            .ignore()
            .del(&fetched_key)
            .ignore();
        if !fetched.is_empty() {
            moved.rpush(config.active_jobs_list(), &fetched).ignore();
        }
        moved.exec_async(&mut self.connection).await?;
        Ok(())
    }

    pub(super) fn storage(&self, lane: Lane) -> RedisStorage<WakeUp> {
        RedisStorage::new(self.connection.clone()).with_config(config(lane))
    }
}

/// Persisting results is how apalis acknowledges a task; `trim` removes them. Tasks are not locked in Redis: the lease in
/// the job's row does that. Older releases have ids of jobs under `stillwater:LANE`, which theirs alone read.
fn config(lane: Lane) -> Config {
    Config::default()
        .queue(format!("stillwater:wake:{}", lane.as_str()))
        .batch_size(1)
        .heartbeat_interval(HEARTBEAT)
        .missed_heartbeats(MISSED_HEARTBEATS)
        .emit_events(false)
        .persist_results(true)
        .lock_tasks(false)
}
