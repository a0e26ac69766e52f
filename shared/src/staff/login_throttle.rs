//! Throttles guesses of the staff passwords.
//!
//! Invariant: each try is counted before a password is verified. Failures from other addresses only delay a sign-in and
//! never prevent it, and failures for one name neither delay nor prevent the sign-in of another.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::error::{Limit, Result};
use crate::rate_limit::RateLimit;
use crate::vault::KeyRing;

/// Tries per `ip_prefix` and name. A successful sign-in resets the counter.
const TRIES: RateLimit = RateLimit {
    kind: "staff_sign_in",
    allowed: 5,
    within: Duration::from_mins(15),
    limit: Limit::Attempts,
};

/// The kind of the counters of all tries for one name.
const FOR_NAME: &str = "staff_sign_in_name";

/// How many tries for a name within the window cause no delay.
const TRIES_WITHOUT_DELAY: i64 = 20;
const DELAY_PER_TRY: Duration = Duration::from_millis(50);
const MAX_DELAY: Duration = Duration::from_secs(3);

/// The counters of a sign-in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counters {
    /// Of the caller's `ip_prefix` and the name.
    here: [u8; 32],
    /// Of the name, from everywhere.
    everywhere: [u8; 32],
}

impl Counters {
    /// The counters for a member of `STAFF`, or for the single password. All names that are no member's share those of the
    /// single password: otherwise each invented name would give more tries.
    pub(super) fn of(keys: &KeyRing, ip_prefix: [u8; 32], member: Option<&str>) -> Self {
        let name = member.unwrap_or_default();
        let here = member.map_or(ip_prefix, |name| {
            keys.digest("staff sign-in", &[&ip_prefix[..], name.as_bytes()].concat())
        });
        Self {
            here,
            everywhere: keys.digest("staff sign-in name", name.as_bytes()),
        }
    }
}

/// Counts a try. Waits if there were many for the same name.
pub(super) async fn take(db: &PgPool, counters: &Counters, now: OffsetDateTime) -> Result<()> {
    TRIES.count(db, &counters.here, now).await?;
    let tries = sqlx::query_scalar!(
        r#"insert into attempt (kind, by_hash, began_at, count) values ($1, $2, $3, 1)
           on conflict (kind, by_hash) do update set
               began_at = case when attempt.began_at <= $4 then excluded.began_at else attempt.began_at end,
               count = case when attempt.began_at <= $4 then 1 else least(attempt.count, 1000) + 1 end
           returning count::bigint as "count!""#,
        FOR_NAME,
        &counters.everywhere[..],
        now,
        now - TRIES.within
    )
    .fetch_one(db)
    .await?;
    tokio::time::sleep(delay(tries - 1)).await;
    Ok(())
}

/// Takes a try back that failed for no fault of the caller.
pub(super) async fn give_back(db: &PgPool, counters: &Counters) -> Result<()> {
    sqlx::query!(
        "update attempt set count = count - 1
         where (kind = $1 and by_hash = $2 or kind = $3 and by_hash = $4) and count > 0",
        TRIES.kind,
        &counters.here[..],
        FOR_NAME,
        &counters.everywhere[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Resets the counter of an `ip_prefix` and a name after a successful sign-in, which is itself no guess at the name.
pub(super) async fn reset(tx: &mut PgConnection, counters: &Counters) -> Result<()> {
    sqlx::query!(
        "delete from attempt where kind = $1 and by_hash = $2",
        TRIES.kind,
        &counters.here[..]
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update attempt set count = count - 1 where kind = $1 and by_hash = $2 and count > 0",
        FOR_NAME,
        &counters.everywhere[..]
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The delay of a try after this many tries for its name.
fn delay(tries: i64) -> Duration {
    let surplus = u32::try_from(tries.saturating_sub(TRIES_WITHOUT_DELAY).max(0)).unwrap_or(u32::MAX);
    DELAY_PER_TRY.saturating_mul(surplus).min(MAX_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_with_the_tries_for_a_name_up_to_a_maximum() {
        let delays = [0, 20, 21, 40, 80, 81, i64::MAX].map(|tries| delay(tries).as_millis());
        assert_eq!(delays, [0, 0, 50, 1000, 3000, 3000, 3000]);
    }
}
