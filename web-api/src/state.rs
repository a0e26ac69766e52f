//! The state that handlers and middleware share.

use std::sync::Arc;

use shared::ctx::Ctx;

use crate::connections::Limits;
use crate::health::Health;
use crate::middleware::rate_limiter::RateLimiter;
use crate::streams::slots::Slots;
use crate::streams::upload_events::Uploads;

/// The state of every handler. It is reference-counted once: each layer copies it for each request.
pub type AppState = Arc<State>;

/// What one web process holds.
pub struct State {
    /// The context of the product.
    pub ctx: Arc<Ctx>,
    /// Whether the things we depend on answer.
    pub health: Arc<Health>,
    /// The document events of staff.
    pub uploads: Uploads,
    /// The open event streams.
    pub slots: Slots,
    /// Recent calls by `ip_prefix`.
    pub rate_limiter: RateLimiter,
}

impl State {
    /// The state of a process at its start.
    #[must_use]
    pub fn new(ctx: Arc<Ctx>, health: Arc<Health>, limits: &Limits) -> Self {
        Self {
            rate_limiter: RateLimiter::new(ctx.config.address_rate_limit),
            slots: Slots::new(limits.in_all / 2),
            uploads: Uploads::default(),
            health,
            ctx,
        }
    }
}
