//! What we keep in Redis: the ids that were rung, which of them wait and since when, and a sentinel.

use std::time::Duration;

use apalis::prelude::*;
use apalis_redis::{Config, RedisStorage};
use redis::AsyncCommands as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use serde::{Deserialize, Serialize};
use shared::jobs::Lane;
use uuid::Uuid;

const RESPONSE: Duration = Duration::from_secs(10);
const CONNECTION: Duration = Duration::from_secs(2);

/// After so many missed heartbeats the ids that a dead process had fetched are given to another.
const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_HEARTBEATS: usize = 3;

/// A waiting id is pushed again after so long even if Redis seems to have it: it healed every rehearsed loss.
const WAITING_TRUST_SECONDS: i64 = 600;
const TRIMMED_AT_ONCE: usize = 500;

const SENTINEL: &str = "stillwater:sentinel";

/// What Redis carries: the id of a job.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Ring {
    pub(super) id: Uuid,
}

/// Where ids are rung. It keeps, beside apalis' own lists, which ids wait and since when.
#[derive(Clone)]
pub struct Bell {
    connection: ConnectionManager,
}

impl Bell {
    /// Connects to Redis; waits for it as long as it takes.
    ///
    /// # Errors
    /// If the address cannot be read.
    pub async fn connect(redis_url: &str) -> anyhow::Result<Self> {
        let client = redis::Client::open(redis_url)?;
        let settings = ConnectionManagerConfig::new()
            .set_response_timeout(Some(RESPONSE))
            .set_connection_timeout(Some(CONNECTION));
        loop {
            match ConnectionManager::new_with_config(client.clone(), settings.clone()).await {
                Ok(connection) => return Ok(Self { connection }),
                Err(error) => {
                    tracing::warn!(%error, "Redis does not answer yet; jobs wait in Postgres");
                }
            }
            tokio::time::sleep(CONNECTION).await;
        }
    }

    /// Whether Redis lost everything since the last look (or is new).
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn was_emptied(&mut self) -> anyhow::Result<bool> {
        Ok(self.connection.set_nx(SENTINEL, 1).await?)
    }

    /// Rings with these ids.
    ///
    /// # Errors
    /// If Redis does not answer; some may have been rung then.
    pub async fn ring(&mut self, lane: Lane, ids: &[Uuid]) -> anyhow::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut noted = redis::pipe();
        let now: (i64, i64) = redis::cmd("TIME").query_async(&mut self.connection).await?;
        for id in ids {
            noted.zadd(waiting_key(lane), id.to_string(), now.0).ignore();
        }
        noted.exec_async(&mut self.connection).await?;
        let rings = ids.iter().map(|id| Ring { id: *id }).collect();
        let pushed = self.storage(lane).push_bulk(rings).await;
        if pushed.is_err() {
            // They do not wait, as far as we know: the next look must not believe that they do.
            let members: Vec<String> = ids.iter().map(Uuid::to_string).collect();
            let _ = self.connection.zrem::<_, _, ()>(waiting_key(lane), members).await;
        }
        pushed.map_err(|error| anyhow::anyhow!("push: {error}"))?;
        self.make_due(lane).await
    }

    /// apalis keeps each id until the time at which it was rung, by the clock of whoever rang. No clock but that of
    /// Postgres counts here: what is rung is due.
    async fn make_due(&mut self, lane: Lane) -> anyhow::Result<()> {
        let scheduled = config(lane).scheduled_jobs_set();
        let command = [scheduled.as_str(), "1", scheduled.as_str(), "WEIGHTS", "0"];
        redis::cmd("ZUNIONSTORE")
            .arg(&command)
            .exec_async(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Those of the ids that do not wait in Redis (any more), or have waited suspiciously long.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn not_waiting(&mut self, lane: Lane, ids: &[Uuid]) -> anyhow::Result<Vec<Uuid>> {
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

    /// Notes that an id was handed over.
    pub(super) async fn handed_over(&mut self, lane: Lane, id: Uuid) {
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
            .arg(TRIMMED_AT_ONCE)
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

    /// Puts back what one of our loops had fetched and not finished, so that others need not wait until its heartbeats
    /// are missed. Ids that are in hand meanwhile are found held when they are rung again.
    pub(super) async fn put_back(&mut self, lane: Lane, loop_name: &str) -> anyhow::Result<()> {
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

    pub(super) fn storage(&self, lane: Lane) -> RedisStorage<Ring> {
        RedisStorage::new(self.connection.clone()).with_config(config(lane))
    }
}

/// Results are persisted because that is how a task is acknowledged; what is kept of it is trimmed. Tasks are not locked
/// in Redis: the lease in the job's row does that.
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
