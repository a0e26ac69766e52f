//! The state that handlers and middleware share.

use std::sync::Arc;

use shared::ctx::Ctx;
use shared::nearness::Counter;
use shared::staff::presence::Presence;
use shared::weekly_count::WeeklyCounter;

use crate::connections::Limits;
use crate::health::Health;
use crate::middleware::rate_limiter::RateLimiter;
use crate::streams::slots::Slots;
use crate::streams::upload_events::Uploads;

/// How often the readers of one `ip_prefix` may say in a minute whether a letter was near.
const TAPS_A_MINUTE: u32 = 10;

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
    /// Recent taps below letters by `ip_prefix`.
    pub taps: RateLimiter,
    /// What the taps said, until it is stored.
    pub nearness: Counter,
    /// Who of the staff is reading which testimony.
    pub presence: Presence,
    /// What happened this week, until it is stored.
    pub weekly: WeeklyCounter,
}

impl State {
    /// The state of a process at its start.
    #[must_use]
    pub fn new(ctx: Arc<Ctx>, health: Arc<Health>, limits: &Limits) -> Self {
        Self {
            rate_limiter: RateLimiter::new(ctx.config.address_rate_limit),
            taps: RateLimiter::new(TAPS_A_MINUTE),
            nearness: Counter::default(),
            presence: Presence::default(),
            weekly: WeeklyCounter::of(&ctx.content),
            slots: Slots::new(limits.in_all / 2),
            uploads: Uploads::default(),
            health,
            ctx,
        }
    }
}
