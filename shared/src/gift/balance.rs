//! What gifts give a user: a time that runs, or one that is held back while a subscription runs.
//!
//! Invariant: no day of a gift goes by while a subscription or a grant of staff gives premium anyway.

use sqlx::PgConnection;
use time::Duration;

use crate::error::Result;
use crate::ids::UserId;

/// What a gift gives.
pub const GIFT: Duration = Duration::days(365);

/// Adds a time to what gifts give a user, or takes it away, and sets from when until when it runs.
///
/// While a subscription renews, it is held back. Otherwise it begins now, or when something else ends that gives premium:
/// a grant of staff, the days after a late payment, the paid time of a paused subscription. Called with no change whenever
/// one of these has changed. The caller has locked the account.
pub async fn settle(tx: &mut PgConnection, user: UserId, change: Duration) -> Result<()> {
    sqlx::query!(
        "with before as (
             select id, coalesce(subscription_status in ('active', 'trialing'), false) as renews,
                 greatest(0, $2::bigint + gift_held
                     + coalesce(greatest(0, extract(epoch from gift_until - greatest(now(), gift_from))), 0)::bigint) as remaining,
                 greatest(now(), manual_premium_until,
                     case when subscription_status in ('past_due', 'paused') then subscription_grace_until end) as begins
             from app_user where id = $1 and ($2 <> 0 or gift_held > 0 or gift_until is not null)
         )
         update app_user set
             gift_held = case when renews then remaining else 0 end,
             gift_from = case when not renews and remaining > 0 then begins end,
             gift_until = case when not renews and remaining > 0 then begins + make_interval(secs => remaining) end
         from before where app_user.id = before.id",
        user.0,
        change.whole_seconds()
    )
    .execute(tx)
    .await?;
    Ok(())
}
