//! The browsers in which a user wants to be told.
//!
//! Invariant: a browser is subscribed for one user, the last one who asked, and a user has a limited number of them.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::config::WebPush;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::ids::UserId;
use crate::session::SessionToken;

/// How many browsers of one user are told; a new one takes the place of the oldest.
const MAX_DEVICES: i64 = 10;

const NO_PUSH_SERVICE: &str = "This address is not one of a push service that we know.";

/// What a user wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wishes {
    /// That a story of theirs was reviewed.
    pub stories: bool,
    /// That somebody prayed for a story or a prayer of theirs.
    pub prayers: bool,
    /// That there is tonight's psalm.
    pub psalm: bool,
}

/// A browser in which a user wants to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The address at its push service.
    pub endpoint: String,
    /// What to tell.
    pub wishes: Wishes,
    /// The time zone in which evenings are counted.
    pub time_zone: String,
    /// When they first asked for it.
    pub created_at: OffsetDateTime,
    /// When they last changed it.
    pub updated_at: OffsetDateTime,
}

/// The browser that asks, and what for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The address at its push service.
    pub endpoint: &'a str,
    /// What to tell.
    pub wishes: Wishes,
    /// The browser's time zone; UTC if there is none of this name.
    pub time_zone: &'a str,
}

/// Subscribes a browser for as long as a session lasts, or changes what it is told.
///
/// # Errors
/// `NotFound` if Web Push is not set up; `InvalidFields` for an address that is not one of a push service of the
/// settings; `SignInRequired` if the session or the account has ended.
pub async fn subscribe(ctx: &Ctx, user: UserId, session: &SessionToken, asked: Asked<'_>) -> Result<()> {
    let push = ctx.config.web_push.as_ref().ok_or(Error::NotFound)?;
    if push.endpoint(asked.endpoint).is_none() {
        return Err(Error::InvalidFields(Fields::one("endpoint", NO_PUSH_SERVICE)));
    }
    let mut tx = database::begin(&ctx.db).await?;
    database::lock_account(&mut tx, user.owner()).await?;
    store(&mut tx, push, user, session, asked).await?;
    sqlx::query!(
        "delete from push_subscription where user_id = $1 and id not in (
             select id from push_subscription where user_id = $1 order by updated_at desc, id desc limit $2)",
        user.0,
        MAX_DEVICES
    )
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

async fn store(
    tx: &mut PgConnection,
    push: &WebPush,
    user: UserId,
    session: &SessionToken,
    Asked {
        endpoint,
        wishes,
        time_zone,
    }: Asked<'_>,
) -> Result<()> {
    // What was prayed before is no news.
    let stored = sqlx::query!(
        "insert into push_subscription (id, user_id, session_hash, endpoint, application_key, stories, prayers, psalm,
             time_zone, due_at, prayers_told)
         select $1, user_id, id_hash, $3, $4, $5, $6, $7, zone.name, next_evening(zone.name),
             (select count(*) from testimony_prayer join testimony on testimony.id = testimony_id where owner_id = $8)
         from session,
             (select coalesce((select name from time_zone where name = $9), 'UTC') as name) as zone
         where id_hash = $2 and kind = 'user' and user_id = $8 and ended_at is null and expires_at > now()
         on conflict (endpoint) do update set user_id = excluded.user_id, session_hash = excluded.session_hash,
             application_key = excluded.application_key, stories = excluded.stories, prayers = excluded.prayers,
             psalm = excluded.psalm, time_zone = excluded.time_zone, due_at = excluded.due_at,
             prayers_told = excluded.prayers_told, told_at = now(), updated_at = now(),
             created_at = case when push_subscription.user_id = excluded.user_id then push_subscription.created_at else now() end",
        Uuid::now_v7(),
        session.hash(),
        endpoint,
        push.public_key(),
        wishes.stories,
        wishes.prayers,
        wishes.psalm,
        user.0,
        time_zone
    )
    .execute(tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Err(Error::SignInRequired);
    }
    Ok(())
}

/// The browsers in which a user is told now: of open sessions, and subscribed with our present key.
pub async fn devices(ctx: &Ctx, user: UserId) -> Result<Vec<Device>> {
    let Some(push) = &ctx.config.web_push else {
        return Ok(Vec::new());
    };
    let rows = sqlx::query!(
        "select endpoint, stories, prayers, psalm, time_zone, push_subscription.created_at, updated_at
         from push_subscription join session on id_hash = session_hash
         where push_subscription.user_id = $1 and application_key = $2 and ended_at is null and expires_at > now()
         order by push_subscription.created_at, push_subscription.id",
        user.0,
        push.public_key()
    )
    .fetch_all(&ctx.db)
    .await?;
    let devices = rows.into_iter().map(|row| Device {
        endpoint: row.endpoint,
        wishes: Wishes {
            stories: row.stories,
            prayers: row.prayers,
            psalm: row.psalm,
        },
        time_zone: row.time_zone,
        created_at: row.created_at,
        updated_at: row.updated_at,
    });
    Ok(devices.collect())
}

/// All rows about a user, also those that are over, for the export of their account.
pub(crate) async fn all_of(tx: &mut PgConnection, user: UserId) -> Result<Vec<Device>> {
    let rows = sqlx::query!(
        "select endpoint, stories, prayers, psalm, time_zone, created_at, updated_at
         from push_subscription where user_id = $1 order by created_at, id",
        user.0
    )
    .fetch_all(tx)
    .await?;
    let devices = rows.into_iter().map(|row| Device {
        endpoint: row.endpoint,
        wishes: Wishes {
            stories: row.stories,
            prayers: row.prayers,
            psalm: row.psalm,
        },
        time_zone: row.time_zone,
        created_at: row.created_at,
        updated_at: row.updated_at,
    });
    Ok(devices.collect())
}

/// Ends it for one browser of a user. Does nothing if it is not subscribed.
pub async fn end(ctx: &Ctx, user: UserId, endpoint: &str) -> Result<()> {
    sqlx::query!(
        "delete from push_subscription where user_id = $1 and endpoint = $2",
        user.0,
        endpoint
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// Deletes the rows of sessions that have ended. Safe to repeat: it deletes by state.
pub async fn end_over(db: &PgPool) -> Result<u64> {
    let ended = sqlx::query!(
        "delete from push_subscription using session
         where id_hash = session_hash and (ended_at is not null or expires_at < now())"
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected())
}
