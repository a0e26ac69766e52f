//! What runs when, without anybody asking. However many workers look, each hour's job is enqueued once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shared::ctx::Ctx;
use shared::jobs::{self, Job};

const HOUR: Duration = Duration::from_hours(1);
const LOOK_AGAIN: Duration = Duration::from_mins(1);

/// Enqueues what is due, once a minute, for as long as the process lives.
pub async fn keep(ctx: Ctx) {
    loop {
        let hour = hours_since_epoch();
        if let Err(error) = jobs::enqueue_scheduled(&ctx.db, &Job::KeepHouse, &format!("keep_house {hour}")).await {
            tracing::warn!(%error, "the schedule could not be kept");
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

fn hours_since_epoch() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the schedule is where time enters")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / HOUR.as_secs()
}
