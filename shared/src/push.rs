//! Web Push: tells a user's browser that something waits for them, and nothing else.
//!
//! Invariant: a message is empty, goes only to the push services of the settings (`config::WebPush`), and only as long as
//! the session lasts in which the user asked for it.

mod devices;
mod evening;
mod send;
mod vapid;

pub(crate) use devices::all_of;
pub use devices::{Asked, Device, Wishes, devices, end, end_over, subscribe};
pub use evening::send_evening;
pub use send::{Message, send};

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Result;
use crate::jobs::{self, Job, Notice};

/// How long a push service keeps the news of a review for a browser that is off.
const NEWS_LIFETIME: Duration = Duration::from_hours(72);

/// Staff may undo a decision for ten seconds: only one that stays is told.
const REVIEW_DELAY: Duration = Duration::from_secs(15);

/// Tells the author that their testimony was reviewed, in the transaction that decides on it.
pub(crate) async fn tell_reviewed(tx: &mut PgConnection, testimony: Uuid, now: OffsetDateTime) -> Result<()> {
    let devices = sqlx::query!(
        "select push_subscription.id, user_id from push_subscription join testimony on owner_id = user_id
         where testimony.id = $1 and stories",
        testimony
    )
    .fetch_all(&mut *tx)
    .await?;
    for device in devices {
        let job = Job::SendPush {
            user: device.user_id,
            subscription: device.id,
            notice: Notice::Reviewed { testimony },
            until: (now + NEWS_LIFETIME).unix_timestamp(),
        };
        jobs::enqueue_after(&mut *tx, &job, REVIEW_DELAY).await?;
    }
    Ok(())
}
