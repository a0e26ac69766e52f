//! Runs one worker process: its loops, each in a task of its own, from start to shutdown.

use std::sync::Arc;

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::jobs::Lane;
use shared::notifications::Channel;
use shared::{database, shutdown};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::queue::{self, RedisQueue};
use crate::relay::Redis;
use crate::work::{Receivers, Worker};
use crate::{claims, ends, metrics, relay, schedule};

/// Works until a stop signal, then finishes running jobs and releases the rest.
///
/// # Errors
/// If a setting is missing, the content cannot be read, a key in `ENC_KEYS` is wrong, or a loop ended by itself.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let stop_signal = shutdown::requested()?;
    let redis_url = config.redis_url.clone().context("REDIS_URL is missing")?;
    let ctx = Ctx::open(config)?;
    let (worker, receivers) = Worker::new(ctx.clone());
    let worker = Arc::new(worker);
    tokio::pin!(stop_signal);
    let mut loops = tokio::select! {
        started = Loops::start(&ctx, &worker, receivers) => started?,
        () = &mut stop_signal => return Ok(()),
    };
    tokio::select! {
        failure = loops.work(&worker, &redis_url) => return Err(failure),
        () = &mut stop_signal => {}
    }
    let grace = ctx.config.shutdown_grace;
    tracing::info!("stopping: finishing running jobs");
    let finished = timeout(grace, async {
        worker.stop().await;
        loops.requeue().await;
        worker.finish().await;
    });
    if finished.await.is_err() {
        tracing::info!("some jobs did not finish within {} s", grace.as_secs());
    }
    worker.release_all().await;
    worker.forget_reports().await;
    Ok(())
}

/// The tasks of one process. Dropping them ends them.
///
/// They must not share a task: each wakes when Redis answers, a wake polls everything in its task, and a poll of the
/// queue asks Redis again.
struct Loops {
    /// They claim, run jobs and take wake-ups, and end at shutdown.
    lanes: JoinSet<()>,
    helpers: JoinSet<()>,
    redis: Redis,
}

impl Loops {
    /// Starts the loops that need no Redis as soon as Postgres is usable.
    async fn start(ctx: &Ctx, worker: &Arc<Worker>, receivers: Receivers) -> anyhow::Result<Self> {
        database::wait_until_usable(&ctx.db, &ctx.config).await?;
        let redis = Redis::default();
        let mut helpers = JoinSet::new();
        metrics::listen(ctx, &mut helpers)?;
        helpers.spawn(listen_for_jobs(ctx.clone()));
        helpers.spawn(schedule::run(ctx.clone()));
        helpers.spawn(worker.clone().extend_leases());
        helpers.spawn(ends::record(worker.clone(), receivers.ends));
        helpers.spawn(claims::watch(worker.clone()));
        helpers.spawn(relay::relay(worker.clone(), redis.clone(), receivers.surplus));
        let mut lanes = JoinSet::new();
        for lane in Lane::ALL {
            lanes.spawn(claims::claim(worker.clone(), lane));
            for _ in 0..worker.queue(lane).slots() {
                lanes.spawn(worker.clone().serve_slot(lane));
            }
        }
        Ok(Self { lanes, helpers, redis })
    }

    /// Takes wake-ups from Redis as soon as it answers. Resolves if a loop ends, which none should while the process works.
    async fn work(&mut self, worker: &Arc<Worker>, redis_url: &str) -> anyhow::Error {
        let queue = match RedisQueue::connect(redis_url).await {
            Ok(queue) => queue,
            Err(error) => return error,
        };
        for lane in Lane::ALL {
            self.lanes.spawn(queue::serve(worker.clone(), queue.clone(), lane));
        }
        self.redis.get_or_init(|| queue);
        tracing::info!("working");
        let ended = tokio::select! {
            Some(ended) = self.lanes.join_next() => ended,
            Some(ended) = self.helpers.join_next() => ended,
        };
        match ended {
            Ok(()) => anyhow::anyhow!("a loop of the worker ended"),
            Err(error) => anyhow::Error::new(error).context("a loop of the worker ended"),
        }
    }

    /// Waits until the lanes, which claim nothing more, have ended their jobs and returned fetched wake-ups.
    async fn requeue(&mut self) {
        while self.lanes.join_next().await.is_some() {}
    }
}

async fn listen_for_jobs(ctx: Ctx) {
    match ctx.notifications.listen(&ctx.direct_pool, Channel::Jobs).await {}
}
