//! Makes guessing the staff's password slow.
//!
//! Invariant: a try is counted before the password is compared; and there is always a way in from an address that has
//! not failed, however many others do.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::attempt::Ceiling;
use crate::error::{Limit, Result};

/// So many tries a household has. Signing in gives them all back.
const TRIES: Ceiling = Ceiling {
    kind: "staff_sign_in",
    allowed: 5,
    within: Duration::from_mins(15),
    limit: Limit::Attempts,
};

/// So many tries of everybody, within that time, cost nothing.
const UNHURRIED: i64 = 20;
const SLOWER_BY: Duration = Duration::from_millis(50);
const SLOWEST: Duration = Duration::from_secs(3);

/// Counts a try, and waits a little if many were made everywhere.
pub(super) async fn take(db: &PgPool, household: [u8; 32], now: OffsetDateTime) -> Result<()> {
    TRIES.count(db, &household, now).await?;
    let everywhere = sqlx::query_scalar!(
        r#"select coalesce(sum(count), 0) as "tries!" from attempt where kind = $1 and began_at > $2"#,
        TRIES.kind,
        now - TRIES.within
    )
    .fetch_one(db)
    .await?;
    tokio::time::sleep(slow_down(everywhere)).await;
    Ok(())
}

/// Signing in forgives the tries of the household.
pub(super) async fn forget(tx: &mut PgConnection, household: [u8; 32]) -> Result<()> {
    sqlx::query!(
        "delete from attempt where kind = $1 and by_hash = $2",
        TRIES.kind,
        &household[..]
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// How long a try waits when so many were made everywhere.
fn slow_down(everywhere: i64) -> Duration {
    let surplus = u32::try_from(everywhere.saturating_sub(UNHURRIED).max(0)).unwrap_or(u32::MAX);
    SLOWER_BY.saturating_mul(surplus).min(SLOWEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_tries_everywhere_slow_everybody_down_and_stop_nobody() {
        let waits = [0, 20, 21, 40, 80, 81, i64::MAX].map(|tries| slow_down(tries).as_millis());
        assert_eq!(waits, [0, 0, 50, 1000, 3000, 3000, 3000]);
    }
}
