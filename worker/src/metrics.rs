//! Shows what this worker counts, on a port of its own.

use std::net::SocketAddr;

use anyhow::Context as _;
use shared::ctx::Ctx;
use tokio::task::JoinSet;

/// Listens on `METRICS_PORT`, if it is set. Whoever reaches that port may read: it belongs into a private network.
///
/// # Errors
/// If the port is taken.
pub fn listen(ctx: &Ctx, helpers: &mut JoinSet<()>) -> anyhow::Result<()> {
    let Some(port) = ctx.config.metrics_port else {
        return Ok(());
    };
    let address = SocketAddr::new(ctx.config.host, port);
    let (recorder, exporter) = shared::metrics::builder()?
        .with_http_listener(address)
        .build()
        .with_context(|| format!("cannot listen on {address} for metrics"))?;
    metrics::set_global_recorder(recorder).context("metrics are kept already")?;
    tracing::info!(%address, "showing metrics");
    shared::metrics::runs_jobs();
    let ctx = ctx.clone();
    helpers.spawn(async move { shared::metrics::observe_process(&ctx).await });
    helpers.spawn(async move {
        if exporter.await.is_err() {
            tracing::error!("metrics are shown no more");
        }
    });
    Ok(())
}
