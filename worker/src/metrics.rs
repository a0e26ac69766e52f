//! The metrics endpoint of the worker, on a port of its own.

use std::net::SocketAddr;

use anyhow::Context as _;
use shared::ctx::Ctx;
use tokio::task::JoinSet;

/// Listens on `METRICS_PORT`, if it is set. The port needs no authentication, so it belongs in a private network.
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
    tracing::info!(%address, "serving metrics");
    shared::metrics::init_job_deaths();
    if ctx.config.web_push.is_some() {
        shared::metrics::init_pushes();
    }
    let ctx = ctx.clone();
    helpers.spawn(async move { shared::gauges::observe_process(&ctx).await });
    helpers.spawn(async move {
        if exporter.await.is_err() {
            tracing::error!("the metrics endpoint ended");
        }
    });
    Ok(())
}
