//! What somebody confided and used as a guest becomes theirs when they sign in.
//!
//! Invariant: only what was shared lately is carried over, and the guest's key is destroyed once it opens nothing any more;
//! nobody gains a request by signing in. Doing it twice does nothing the second time.

use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::error::Result;
use crate::owner::Owner;
use crate::testimony;
use crate::vault::{self, KeyRing};

/// A browser may be shared: whoever signs in later may be somebody else, and must not read what the guest wrote.
const STORIES_OF_LATE: Duration = Duration::hours(24);

/// Moves stories of late, reports and today's count from a guest to a user, in the caller's transaction. Returns the stories
/// that are gone because the user has the same ones, for the audit trail.
///
/// # Errors
/// `Internal` if a story does not open; `Unavailable` or `Internal` from the database.
pub async fn carry_over(tx: &mut PgConnection, key_ring: &KeyRing, guest: Owner, user: Owner) -> Result<Vec<Uuid>> {
    carry_usage(tx, guest, user).await?;
    carry_reports(tx, guest, user).await?;
    // Whoever stores a story of this guest at the same moment is waited for, or fails and tries again as the user.
    let key = sqlx::query_scalar!(
        "select owner_id from data_key where owner_id = $1 and owner_kind = 'guest' for update",
        guest.id
    )
    .fetch_optional(&mut *tx)
    .await?;
    if key.is_none() {
        return Ok(Vec::new());
    }
    let gone = delete_doubles(tx, guest, user).await?;
    carry_stories(tx, key_ring, guest, user).await?;
    sqlx::query!(
        "delete from data_key where owner_id = $1 and not exists (select from testimony where owner_id = $1)",
        guest.id
    )
    .execute(tx)
    .await?;
    Ok(gone)
}

/// The same submission, sent as a guest and once more as the user, is one story: the published one stays, else the user's.
async fn delete_doubles(tx: &mut PgConnection, guest: Owner, user: Owner) -> Result<Vec<Uuid>> {
    let gone = sqlx::query_scalar!(
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
        STORIES_OF_LATE.as_seconds_f64()
    )
    .fetch_all(tx)
    .await?;
    Ok(gone)
}

async fn carry_stories(tx: &mut PgConnection, key_ring: &KeyRing, guest: Owner, user: Owner) -> Result<()> {
    let stories = sqlx::query!(
        "select id, sealed from testimony
         where owner_id = $1 and created_at > now() - make_interval(secs => $2) for update",
        guest.id,
        STORIES_OF_LATE.as_seconds_f64()
    )
    .fetch_all(&mut *tx)
    .await?;
    if stories.is_empty() {
        return Ok(());
    }
    let from = vault::existing_data_key(tx, key_ring, guest.id).await?;
    let to = vault::data_key(tx, key_ring, user).await?;
    for story in stories {
        let words = Zeroizing::new(from.open(testimony::place(story.id, guest.id), &story.sealed)?);
        let sealed = to.seal(testimony::place(story.id, user.id), &words)?;
        sqlx::query!(
            "update testimony set owner_id = $2, sealed = $3 where id = $1",
            story.id,
            user.id,
            sealed
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Of two counts of one day the greater one stands; of two days, the later.
async fn carry_reports(tx: &mut PgConnection, guest: Owner, user: Owner) -> Result<()> {
    sqlx::query!(
        "with gone as (delete from testimony_report where owner_id = $1 returning testimony_id, created_at)
         insert into testimony_report (testimony_id, owner_id, created_at)
             select testimony_id, $2, created_at from gone on conflict do nothing",
        guest.id,
        user.id
    )
    .execute(tx)
    .await?;
    Ok(())
}

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
