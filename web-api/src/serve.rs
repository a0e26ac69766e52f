//! Runs the web tier until it is asked to stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::{metrics, search, shutdown};
use tokio::net::TcpListener;

use crate::app::{Surroundings, app};
use crate::crisis_first;
use crate::health::Health;

/// Whoever sends requests here may not know yet that this process is stopping: a connection on which nothing has come is
/// closed when the server stops, so it stops a moment later.
const STILL_OPEN: Duration = Duration::from_millis(500);

/// Listens and answers. It starts without Postgres: crisis screening and the pages work at once.
///
/// # Errors
/// If the content cannot be read, the port is taken, or a key in `ENC_KEYS` is wrong.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let asked_to_stop = shutdown::asked()?;
    if config.metrics_token.is_some() {
        metrics::begin()?;
        crisis_first::begin_to_count();
    }
    let ctx = Arc::new(Ctx::open(config)?);
    let address = SocketAddr::new(ctx.config.host, ctx.config.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))?;
    let grace = ctx.config.shutdown_grace;
    let health = Arc::new(Health::default());
    let state = Arc::new(Surroundings::new(ctx.clone(), health.clone()));
    let (stopping, mut stopped) = tokio::sync::watch::channel(());
    let server = axum::serve(listener, app(state).into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(async move {
            stopped.changed().await.unwrap_or(());
            tokio::time::sleep(STILL_OPEN).await;
        });
    tracing::info!(%address, "listening");
    tokio::pin!(let serving = async { server.await };);
    tokio::select! {
        ended = &mut serving => return ended.context("the listener ended"),
        wrong = health.watch(&ctx) => return wrong.context("the database cannot be used"),
        never = ctx.news.listen(&ctx.db) => match never {},
        never = search::follow(&ctx) => match never {},
        () = metrics::keep_in_order() => {}
        () = asked_to_stop => {}
        () = watch_price(&ctx) => {}
    }
    tracing::info!("stopping: finishing what was begun");
    let _ = stopping.send(());
    ctx.news.close();
    if tokio::time::timeout(grace, serving).await.is_err() {
        tracing::warn!("some requests were not finished in time");
    }
    Ok(())
}

/// Makes sure that what we sell costs what we say, where anything is sold.
async fn watch_price(ctx: &Ctx) {
    match &ctx.payments {
        Some(payments) => payments.watch_price().await,
        None => std::future::pending().await,
    }
}
