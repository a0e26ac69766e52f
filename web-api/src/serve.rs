//! Runs the web tier until it receives a stop signal.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::notifications::Channel;
use shared::{metrics, search, shutdown};
use tokio::net::TcpListener;

use crate::app::app;
use crate::connections::{self, Limits, Peer};
use crate::counts;
use crate::descriptors;
use crate::health::Health;
use crate::middleware::crisis_first;
use crate::routes::admin::queue;
use crate::state::State;

/// How long the server accepts connections after a stop signal. A load balancer may not have noticed yet, and stopping
/// closes every connection that is idle.
const CLOSE_DELAY: Duration = Duration::from_millis(500);

/// Listens and answers. It starts without Postgres: crisis screening and the pages work at once.
///
/// # Errors
/// If the content cannot be read, the port is taken, or a key in `ENC_KEYS` is wrong.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let asked_to_stop = shutdown::requested()?;
    if config.metrics_token.is_some() {
        metrics::begin()?;
        crisis_first::register_metrics();
    }
    let ctx = Arc::new(Ctx::open(config)?);
    ctx.care.warm_up();
    let address = SocketAddr::new(ctx.config.host, ctx.config.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))?;
    let grace = ctx.config.shutdown_grace;
    let health = Arc::new(Health::default());
    let peer = Peer::of(&ctx.config);
    let limits = Limits::of(descriptors::raise(), peer);
    let state = Arc::new(State::new(ctx.clone(), health.clone(), &limits));
    let (stopping, mut stopped) = tokio::sync::watch::channel(());
    let stopped = async move {
        stopped.changed().await.unwrap_or(());
        tokio::time::sleep(CLOSE_DELAY).await;
    };
    let serving = connections::serve(listener, app(state.clone()), limits, peer, stopped);
    tracing::info!(%address, connections = limits.in_all, "listening");
    tokio::pin!(serving);
    tokio::select! {
        () = &mut serving => {}
        unusable = health.watch(&ctx) => return unusable.context("the database cannot be used"),
        never = ctx.notifications.listen(&ctx.direct_pool, Channel::Changes) => match never {},
        never = search::follow(&ctx) => match never {},
        never = counts::keep_storing(&state) => match never {},
        never = queue::keep_hearing(&state) => match never {},
        () = metrics::run_upkeep() => {}
        () = asked_to_stop => {}
        () = watch_price(&ctx) => {}
    }
    tracing::info!("stopping: finishing open requests");
    health.note_stopping();
    let _ = stopping.send(());
    ctx.notifications.close();
    if tokio::time::timeout(grace, serving).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    counts::store(&state).await;
    Ok(())
}

/// Keeps checking that the price at Stripe is the one we show, if payments are configured.
async fn watch_price(ctx: &Ctx) {
    match &ctx.payments {
        Some(payments) => payments.watch_price().await,
        None => std::future::pending().await,
    }
}
