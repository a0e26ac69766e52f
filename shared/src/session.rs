//! Sessions of users.
//!
//! Invariant: the database holds only the hash of a session's secret, and an ended session is never valid again. A
//! session ends after 30 days without use, and at the latest 90 days after sign-in.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Duration, OffsetDateTime};

use crate::config::Sessions;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::token::{Purpose, Token};
use crate::user::{User, select_user};

/// The most time between sign-in and the end of a session.
pub const ABSOLUTE_LIFETIME: Duration = Duration::days(90);
/// How long a session lasts without a request.
pub const IDLE_LIFETIME: Duration = Duration::days(30);
/// The least time between two updates of `last_seen_at`.
const LAST_SEEN_INTERVAL: Duration = Duration::minutes(1);

/// The random secret in a session's cookie: 128 bits, the size of an id of `tower-sessions`.
pub type SessionToken = Token<SessionPurpose, 16>;

/// The purpose of session tokens, of users and of staff.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionPurpose;

impl Purpose for SessionPurpose {
    const LABEL: &'static [u8] = b"stillwater session v2";
}

/// Why a session ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The user signed out.
    SignedOut,
    /// The user signed in somewhere else.
    Elsewhere,
    /// Staff blocked the user.
    Blocked,
}

impl Ended {
    const ALL: [Self; 3] = [Self::SignedOut, Self::Elsewhere, Self::Blocked];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignedOut => "signed_out",
            Self::Elsewhere => "elsewhere",
            Self::Blocked => "blocked",
        }
    }
}

/// The session of a token.
#[derive(Debug)]
pub enum Found {
    /// A valid session. The user may be blocked, and may then do little.
    SignedIn(Box<User>),
    /// The session ended early.
    Ended(Ended),
    /// There is no session, or it expired.
    Nothing,
}

/// Starts a session in the caller's transaction. With `Sessions::NewestOnly` the user's other sessions end.
///
/// # Errors
/// `NotFound` if there is no such user.
pub async fn begin(tx: &mut PgConnection, user: UserId, sessions: Sessions) -> Result<SessionToken> {
    lock_user(tx, user).await?;
    if sessions == Sessions::NewestOnly {
        end_all(tx, user, Ended::Elsewhere).await?;
    }
    let token = SessionToken::fresh()?;
    sqlx::query!(
        "insert into session (id_hash, kind, user_id, expires_at) values ($1, 'user', $2, now() + make_interval(secs => $3))",
        token.hash(),
        user.0,
        IDLE_LIFETIME.as_seconds_f64()
    )
    .execute(tx)
    .await?;
    Ok(token)
}

/// Locks the user's row until the transaction ends, so that concurrent sign-ins run one after the other.
///
/// # Errors
/// `NotFound` if there is no such user.
pub(crate) async fn lock_user(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?
        .ok_or(Error::NotFound)?;
    Ok(())
}

/// The session of a token. The same statement updates `last_seen_at`, at most once a minute.
pub async fn find(db: &PgPool, token: &SessionToken) -> Result<Found> {
    let user = select_user!(
        "with noted as (
             update session set last_seen_at = now(),
                 expires_at = least(created_at + make_interval(secs => $2), now() + make_interval(secs => $3))
             where id_hash = $1 and kind = 'user' and ended_at is null and expires_at > now()
                 and last_seen_at < now() - make_interval(secs => $4)
         )
         ",
        "from session join app_user on app_user.id = session.user_id
         where session.id_hash = $1 and session.kind = 'user' and session.ended_because is null
             and session.expires_at > now()",
        token.hash(),
        ABSOLUTE_LIFETIME.as_seconds_f64(),
        IDLE_LIFETIME.as_seconds_f64(),
        LAST_SEEN_INTERVAL.as_seconds_f64()
    )
    .fetch_optional(db)
    .await?;
    match user {
        Some(user) => Ok(Found::SignedIn(Box::new(user))),
        None => why_ended(db, token).await,
    }
}

/// Why a session that is not valid ended, if it ended early.
async fn why_ended(db: &PgPool, token: &SessionToken) -> Result<Found> {
    let row = sqlx::query!(
        "select session.ended_because, app_user.blocked_at
         from session join app_user on app_user.id = session.user_id
         where session.id_hash = $1 and session.kind = 'user' and session.expires_at > now()",
        token.hash()
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else {
        return Ok(Found::Nothing);
    };
    let known = Ended::ALL
        .into_iter()
        .find(|ended| Some(ended.as_str()) == row.ended_because.as_deref());
    // An unblocked user only has to sign in again.
    let known = known.filter(|ended| *ended != Ended::Blocked || row.blocked_at.is_some());
    Ok(known.map_or(Found::Nothing, Found::Ended))
}

/// When a session ends unless it is used; `None` if it is not valid. Does not update `last_seen_at`.
pub async fn open_until(db: &PgPool, token: &SessionToken) -> Result<Option<OffsetDateTime>> {
    let until = sqlx::query_scalar!(
        "select expires_at from session where id_hash = $1 and kind = 'user' and ended_at is null and expires_at > now()",
        token.hash()
    )
    .fetch_optional(db)
    .await?;
    Ok(until)
}

/// Signs out. Does nothing if the session has ended or does not exist.
pub async fn end(db: impl PgExecutor<'_>, token: &SessionToken) -> Result<()> {
    sqlx::query!(
        "update session set ended_at = now(), ended_because = $2
         where id_hash = $1 and kind = 'user' and ended_at is null",
        token.hash(),
        Ended::SignedOut.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends all sessions of a user in the caller's transaction. Returns how many.
pub async fn end_all(tx: &mut PgConnection, user: UserId, because: Ended) -> Result<u64> {
    let ended = sqlx::query!(
        "update session set ended_at = now(), ended_because = $2 where user_id = $1 and ended_at is null",
        user.0,
        because.as_str()
    )
    .execute(tx)
    .await?;
    Ok(ended.rows_affected())
}

/// Deletes expired sessions. Safe to repeat: it deletes by age.
pub async fn delete_expired(db: &PgPool) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from session where ctid in (select ctid from session where expires_at < now() limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await
}
