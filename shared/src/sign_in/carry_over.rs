//! Moves a guest's data to the user at sign-in.
//!
//! Invariant: only recent testimonies are moved, and the guest's key is deleted once it seals nothing. Signing in never
//! resets a usage limit. Idempotent.

use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::error::Result;
use crate::ids::Owner;
use crate::testimony;
use crate::vault::{self, KeyRing};

/// Browsers are shared: a later user may be another person, who must not read the guest's testimonies.
const MAX_TESTIMONY_AGE: Duration = Duration::hours(24);

/// Moves recent testimonies, reports and today's usage from a guest to a user, in the caller's transaction. Returns the
/// deleted duplicates, for the audit trail.
///
/// # Errors
/// `Internal` if a testimony does not open.
pub async fn carry_over(tx: &mut PgConnection, key_ring: &KeyRing, guest: Owner, user: Owner) -> Result<Vec<Uuid>> {
    carry_usage(tx, guest, user).await?;
    carry_reports(tx, guest, user).await?;
    // A concurrent submission of this guest either finishes first, or fails and is repeated as the user.
    let key = sqlx::query_scalar!(
        "select owner_id from data_key where owner_id = $1 and owner_kind = 'guest' for update",
        guest.id
    )
    .fetch_optional(&mut *tx)
    .await?;
    if key.is_none() {
        return Ok(Vec::new());
    }
    let deleted = delete_duplicates(tx, guest, user).await?;
    carry_testimonies(tx, key_ring, guest, user).await?;
    sqlx::query!(
        "delete from data_key where owner_id = $1 and not exists (select from testimony where owner_id = $1)",
        guest.id
    )
    .execute(tx)
    .await?;
    Ok(deleted)
}

/// Deletes duplicates: submissions sent as the guest and again as the user. The published one stays, else the user's.
async fn delete_duplicates(tx: &mut PgConnection, guest: Owner, user: Owner) -> Result<Vec<Uuid>> {
    let deleted = sqlx::query_scalar!(
        r#"with pair as (
               select guests.id as guests, users.id as users,
                   guests.status = 'approved' and users.status <> 'approved' as guests_stays,
                   guests.created_at > now() - make_interval(secs => $3) as is_of_late
               from testimony guests join testimony users on users.idempotency_key = guests.idempotency_key
               where guests.owner_id = $1 and users.owner_id = $2
               for update
           )
           delete from testimony using pair
               -- What stays must come along: an old one of the guest's does not, so that both stay where they are.
               where testimony.id = case when not guests_stays then guests when is_of_late then users end
           returning testimony.id"#,
        guest.id,
        user.id,
        MAX_TESTIMONY_AGE.as_seconds_f64()
    )
    .fetch_all(tx)
    .await?;
    Ok(deleted)
}

async fn carry_testimonies(tx: &mut PgConnection, key_ring: &KeyRing, guest: Owner, user: Owner) -> Result<()> {
    let testimonies = sqlx::query!(
        "select id, sealed from testimony
         where owner_id = $1 and created_at > now() - make_interval(secs => $2) for update",
        guest.id,
        MAX_TESTIMONY_AGE.as_seconds_f64()
    )
    .fetch_all(&mut *tx)
    .await?;
    if testimonies.is_empty() {
        return Ok(());
    }
    let from = vault::existing_data_key(tx, key_ring, guest.id).await?;
    let to = vault::data_key(tx, key_ring, user).await?;
    for row in testimonies {
        let text = Zeroizing::new(from.open(testimony::place(row.id, guest.id), &row.sealed)?);
        let sealed = to.seal(testimony::place(row.id, user.id), &text)?;
        sqlx::query!(
            "update testimony set owner_id = $2, sealed = $3 where id = $1",
            row.id,
            user.id,
            sealed
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

async fn carry_reports(tx: &mut PgConnection, guest: Owner, user: Owner) -> Result<()> {
    sqlx::query!(
        "with gone as (
             delete from testimony_report where owner_id = $1 returning testimony_id, created_at, network, is_fresh)
         insert into testimony_report (testimony_id, owner_id, created_at, network, is_fresh)
             select testimony_id, $2, created_at, network, is_fresh from gone on conflict do nothing",
        guest.id,
        user.id
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the later of two days; for the same day, the greater count.
async fn carry_usage(tx: &mut PgConnection, guest: Owner, user: Owner) -> Result<()> {
    sqlx::query!(
        "with gone as (delete from usage where owner_id = $1 returning time_zone, time_zone_changed_at, day, count)
         insert into usage as kept (owner_id, time_zone, time_zone_changed_at, day, count)
             select $2, time_zone, time_zone_changed_at, day, count from gone
         on conflict (owner_id) do update set
             day = greatest(kept.day, excluded.day),
             count = case when kept.day = excluded.day then greatest(kept.count, excluded.count)
                 when kept.day > excluded.day then kept.count else excluded.count end",
        guest.id,
        user.id
    )
    .execute(tx)
    .await?;
    Ok(())
}
