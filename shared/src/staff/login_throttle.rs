//! Throttles guesses of the staff password.
//!
//! Invariant: each try is counted before the password is verified. Failures from other addresses only delay a sign-in
//! and never prevent it.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::error::{Limit, Result};
use crate::rate_limit::RateLimit;

/// Tries per `ip_prefix`. A successful sign-in resets the counter.
const TRIES: RateLimit = RateLimit {
    kind: "staff_sign_in",
    allowed: 5,
    within: Duration::from_mins(15),
    limit: Limit::Attempts,
};

/// How many tries of all callers within the window cause no delay.
const TRIES_WITHOUT_DELAY: i64 = 20;
const DELAY_PER_TRY: Duration = Duration::from_millis(50);
const MAX_DELAY: Duration = Duration::from_secs(3);

/// Counts a try. Waits if all callers together have made many.
pub(super) async fn take(db: &PgPool, ip_prefix: [u8; 32], now: OffsetDateTime) -> Result<()> {
    TRIES.count(db, &ip_prefix, now).await?;
    let all_tries = sqlx::query_scalar!(
        r#"select coalesce(sum(count), 0) as "tries!" from attempt where kind = $1 and began_at > $2"#,
        TRIES.kind,
        now - TRIES.within
    )
    .fetch_one(db)
    .await?;
    tokio::time::sleep(delay(all_tries)).await;
    Ok(())
}

/// Takes a try back that failed for no fault of the caller.
pub(super) async fn give_back(db: &PgPool, ip_prefix: [u8; 32]) -> Result<()> {
    sqlx::query!(
        "update attempt set count = count - 1 where kind = $1 and by_hash = $2 and count > 0",
        TRIES.kind,
        &ip_prefix[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Resets the counter of an `ip_prefix` after a successful sign-in.
pub(super) async fn reset(tx: &mut PgConnection, ip_prefix: [u8; 32]) -> Result<()> {
    sqlx::query!(
        "delete from attempt where kind = $1 and by_hash = $2",
        TRIES.kind,
        &ip_prefix[..]
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The delay of a try after this many tries of all callers.
fn delay(all_tries: i64) -> Duration {
    let surplus = u32::try_from(all_tries.saturating_sub(TRIES_WITHOUT_DELAY).max(0)).unwrap_or(u32::MAX);
    DELAY_PER_TRY.saturating_mul(surplus).min(MAX_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_with_the_tries_of_all_callers_up_to_a_maximum() {
        let delays = [0, 20, 21, 40, 80, 81, i64::MAX].map(|tries| delay(tries).as_millis());
        assert_eq!(delays, [0, 0, 50, 1000, 3000, 3000, 3000]);
    }
}
