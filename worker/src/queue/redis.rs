//! The queue in Redis: apalis' lists of job ids, our set of waiting ids with the time of each push, and a sentinel.

use std::time::Duration;

use apalis::prelude::*;
use apalis_redis::{Config, RedisStorage};
use redis::AsyncCommands as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use serde::{Deserialize, Serialize};
use shared::jobs::Lane;
use uuid::Uuid;

const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// After this many missed heartbeats the ids of a dead process go to another.
const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_HEARTBEATS: usize = 3;

/// A waiting id is pushed again after this time, even if Redis seems to have it.
const WAITING_TRUST_SECONDS: i64 = 600;
const TRIM_BATCH: usize = 500;

const SENTINEL: &str = "stillwater:sentinel";

/// What Redis carries: the id of a job.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct QueuedJob {
    pub(super) id: Uuid,
}

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

    /// Whether Redis has lost its data since the last call, or is new.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn was_emptied(&mut self) -> anyhow::Result<bool> {
        Ok(self.connection.set_nx(SENTINEL, 1).await?)
    }

    /// Pushes these ids.
    ///
    /// # Errors
    /// If Redis does not answer; some may have been pushed then.
    pub async fn push(&mut self, lane: Lane, ids: &[Uuid]) -> anyhow::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut noted = redis::pipe();
        let now: (i64, i64) = redis::cmd("TIME").query_async(&mut self.connection).await?;
        for id in ids {
            noted.zadd(waiting_key(lane), id.to_string(), now.0).ignore();
        }
        noted.exec_async(&mut self.connection).await?;
        let tasks = ids.iter().map(|id| QueuedJob { id: *id }).collect();
        let pushed = self.storage(lane).push_bulk(tasks).await;
        if pushed.is_err() {
            // Unknown whether they arrived: the next look must not count them as waiting.
            let members: Vec<String> = ids.iter().map(Uuid::to_string).collect();
            let _ = self.connection.zrem::<_, _, ()>(waiting_key(lane), members).await;
        }
        pushed.map_err(|error| anyhow::anyhow!("push: {error}"))?;
        self.make_due(lane).await
    }

    /// Makes every pushed id due now. apalis delays an id until the push time by the sender's clock; only the clock of
    /// Postgres counts here.
    async fn make_due(&mut self, lane: Lane) -> anyhow::Result<()> {
        let scheduled = config(lane).scheduled_jobs_set();
        let command = [scheduled.as_str(), "1", scheduled.as_str(), "WEIGHTS", "0"];
        redis::cmd("ZUNIONSTORE")
            .arg(&command)
            .exec_async(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Those of the ids that are missing in Redis, or have waited suspiciously long.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn missing(&mut self, lane: Lane, ids: &[Uuid]) -> anyhow::Result<Vec<Uuid>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let members: Vec<String> = ids.iter().map(Uuid::to_string).collect();
        let now: (i64, i64) = redis::cmd("TIME").query_async(&mut self.connection).await?;
        let since: Vec<Option<i64>> = redis::cmd("ZMSCORE")
            .arg(waiting_key(lane))
            .arg(&members)
            .query_async(&mut self.connection)
            .await?;
        let lost = ids
            .iter()
            .zip(since)
            .filter(|(_, since)| since.is_none_or(|since| now.0 - since > WAITING_TRUST_SECONDS));
        Ok(lost.map(|(id, _)| *id).collect())
    }

    /// Notes that an id was delivered.
    pub(super) async fn mark_delivered(&mut self, lane: Lane, id: Uuid) {
        if let Err(error) = self
            .connection
            .zrem::<_, _, ()>(waiting_key(lane), id.to_string())
            .await
        {
            tracing::debug!(%error, "Redis keeps an id as waiting");
        }
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

    /// Deletes our keys that hold something of another type. Nothing is lost: the next look finds an emptied Redis, and sends
    /// all ids again.
    pub async fn heal(&mut self) {
        for lane in Lane::ALL {
            let config = config(lane);
            for (key, expected) in [
                (waiting_key(lane), "zset"),
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
            redis::pipe()
                .unlink(key)
                .ignore()
                .unlink(SENTINEL)
                .ignore()
                .exec_async(&mut self.connection)
                .await?;
        }
        Ok(())
    }

    /// Requeues what one of our loops had fetched and not finished, so that others need not wait for missed heartbeats.
    /// An id whose job is in flight by then is skipped when it is claimed.
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

    pub(super) fn storage(&self, lane: Lane) -> RedisStorage<QueuedJob> {
        RedisStorage::new(self.connection.clone()).with_config(config(lane))
    }
}

/// Persisting results is how apalis acknowledges a task; `trim` removes them. Tasks are not locked in Redis: the lease in
/// the job's row does that.
fn config(lane: Lane) -> Config {
    Config::default()
        .queue(format!("stillwater:{}", lane.as_str()))
        .heartbeat_interval(HEARTBEAT)
        .missed_heartbeats(MISSED_HEARTBEATS)
        .emit_events(false)
        .persist_results(true)
        .lock_tasks(false)
}

fn waiting_key(lane: Lane) -> String {
    format!("stillwater:{}:waiting", lane.as_str())
}
