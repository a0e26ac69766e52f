//! One worker process: its loops, each in a task of its own, from start to stop.

use std::sync::Arc;

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::jobs::Lane;
use shared::{database, shutdown};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::queue::{self, Bell};
use crate::work::Worker;
use crate::{metrics, relay, schedule};

/// Works until the process is asked to stop, then finishes what was begun and gives the rest back.
///
/// # Errors
/// If a setting is missing, the content cannot be read, a key in `ENC_KEYS` is wrong, or a loop ended by itself.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let asked = shutdown::asked()?;
    let redis_url = config.redis_url.clone().context("REDIS_URL is missing")?;
    let ctx = Ctx::open(config)?;
    let worker = Arc::new(Worker::new(ctx.clone()));
    tokio::pin!(asked);
    let mut loops = tokio::select! {
        begun = Loops::begin(&ctx, &worker, &redis_url) => begun?,
        () = &mut asked => return Ok(()),
    };
    tokio::select! {
        ended = loops.end() => return Err(ended),
        () = &mut asked => {}
    }
    let grace = ctx.config.shutdown_grace;
    tracing::info!("stopping: finishing what was begun");
    worker.claim_no_more();
    let finished = timeout(grace, async {
        loops.put_back().await;
        worker.finish().await;
    });
    if finished.await.is_err() {
        tracing::info!("some of it takes longer than {} s", grace.as_secs());
    }
    worker.give_all_back().await;
    Ok(())
}

/// The tasks of one process. Dropping them ends them.
///
/// They must not share a task: each wakes when Redis answers, a wake polls everything in its task, and a poll of the
/// queue asks Redis again.
struct Loops {
    lanes: JoinSet<()>,
    helpers: JoinSet<()>,
}

impl Loops {
    /// Begins them as soon as Postgres is usable and Redis answers.
    async fn begin(ctx: &Ctx, worker: &Arc<Worker>, redis_url: &str) -> anyhow::Result<Self> {
        database::wait_until_usable(&ctx.db, &ctx.config).await?;
        let bell = Bell::connect(redis_url).await?;
        let mut lanes = JoinSet::new();
        for lane in Lane::ALL {
            lanes.spawn(queue::serve(worker.clone(), bell.clone(), lane));
        }
        let mut helpers = JoinSet::new();
        metrics::listen(ctx, &mut helpers)?;
        helpers.spawn(relay::relay(ctx.clone(), bell));
        helpers.spawn(schedule::keep(ctx.clone()));
        helpers.spawn(worker.clone().keep_leases());
        tracing::info!("working");
        Ok(Self { lanes, helpers })
    }

    /// Resolves if one of them ends, which none should while the process works.
    async fn end(&mut self) -> anyhow::Error {
        let ended = tokio::select! {
            Some(ended) = self.lanes.join_next() => ended,
            Some(ended) = self.helpers.join_next() => ended,
        };
        match ended {
            Ok(()) => anyhow::anyhow!("a loop of the worker ended"),
            Err(error) => anyhow::Error::new(error).context("a loop of the worker ended"),
        }
    }

    /// Waits until the lanes, which have heard that nothing more is claimed, have put back what they had fetched.
    async fn put_back(&mut self) {
        while self.lanes.join_next().await.is_some() {}
    }
}
