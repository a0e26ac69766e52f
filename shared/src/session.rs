//! Sessions of people with an account.
//!
//! Invariant: the database holds only the hash of a session's secret, and a session that has ended never comes back.
//! A session ends unused after 30 days, and 90 days after sign-in whatever happens.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::Duration;

use crate::config::Sessions;
use crate::error::{Error, Result};
use crate::token::{Purpose, Token};
use crate::user::{User, UserId};

/// How long after sign-in a session ends in any case.
pub const ABSOLUTE_LIFETIME: Duration = Duration::days(90);
/// After how long without a call a session ends.
pub const IDLE_LIFETIME: Duration = Duration::days(30);
/// So often at most it is noted that a session is in use.
const NOTE_AGAIN: Duration = Duration::minutes(1);

/// The random secret in a session's cookie.
pub type SessionToken = Token<OfSession>;

/// A session of somebody with an account, or of staff.
#[derive(Clone, PartialEq, Eq)]
pub struct OfSession;

impl Purpose for OfSession {
    const LABEL: &'static [u8] = b"stillwater session v1";
}

/// Why a session ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The person signed out.
    SignedOut,
    /// The person signed in somewhere else.
    Elsewhere,
    /// Staff blocked the person.
    Blocked,
}

impl Ended {
    const ALL: [Self; 3] = [Self::SignedOut, Self::Elsewhere, Self::Blocked];

    /// The word that stands in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignedOut => "signed_out",
            Self::Elsewhere => "elsewhere",
            Self::Blocked => "blocked",
        }
    }
}

/// What a session's secret stands for.
#[derive(Debug)]
pub enum Found {
    /// This person is signed in. They may be blocked all the same: then the session opens little.
    SignedIn(Box<User>),
    /// The session has ended.
    Ended(Ended),
    /// There is none, or its time is over.
    Nothing,
}

/// Signs somebody in: a new session, in the caller's transaction. Where only the newest may be open, the others end.
///
/// # Errors
/// `NotFound` if there is no such user; `Unavailable` or `Internal` from the database.
pub async fn begin(tx: &mut PgConnection, user: UserId, sessions: Sessions) -> Result<SessionToken> {
    hold(tx, user).await?;
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

/// Holds the account until the transaction is over: of two sign-ins at the same time, one comes after the other.
///
/// # Errors
/// `NotFound` if there is no such user; `Unavailable` or `Internal` from the database.
pub(crate) async fn hold(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?
        .ok_or(Error::NotFound)?;
    Ok(())
}

/// Who is signed in with this secret: one statement, which also notes, once a minute at most, that the session is used.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn find(db: &PgPool, token: &SessionToken) -> Result<Found> {
    let row = sqlx::query!(
        "with noted as (
             update session set last_seen_at = now(),
                 expires_at = least(created_at + make_interval(secs => $2), now() + make_interval(secs => $3))
             where id_hash = $1 and kind = 'user' and ended_at is null and expires_at > now()
                 and last_seen_at < now() - make_interval(secs => $4)
         )
         select session.ended_because, app_user.id, app_user.first_name, app_user.last_name, app_user.email,
             app_user.blocked_at, app_user.manual_premium_until, app_user.stripe_customer_id,
             app_user.subscription_status, app_user.subscription_grace_until,
             left(encode(app_user.avatar_sha256, 'hex'), 16) as picture, app_user.created_at
         from session join app_user on app_user.id = session.user_id
         where session.id_hash = $1 and session.kind = 'user' and session.expires_at > now()",
        token.hash(),
        ABSOLUTE_LIFETIME.as_seconds_f64(),
        IDLE_LIFETIME.as_seconds_f64(),
        NOTE_AGAIN.as_seconds_f64()
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else {
        return Ok(Found::Nothing);
    };
    if let Some(word) = row.ended_because {
        let known = Ended::ALL.into_iter().find(|ended| ended.as_str() == word);
        // Whoever is not blocked any more only has to sign in again.
        let known = known.filter(|ended| *ended != Ended::Blocked || row.blocked_at.is_some());
        return Ok(known.map_or(Found::Nothing, Found::Ended));
    }
    Ok(Found::SignedIn(Box::new(User {
        id: UserId(row.id),
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        blocked_at: row.blocked_at,
        manual_premium_until: row.manual_premium_until,
        stripe_customer_id: row.stripe_customer_id,
        subscription_status: row.subscription_status,
        subscription_grace_until: row.subscription_grace_until,
        picture: row.picture,
        created_at: row.created_at,
    })))
}

/// Whether this session is still open. It is not noted as used.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn is_open(db: &PgPool, token: &SessionToken) -> Result<bool> {
    let found = sqlx::query_scalar!(
        "select kind from session where id_hash = $1 and kind = 'user' and ended_at is null and expires_at > now()",
        token.hash()
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Signs out. A session that has ended, or never was, stays as it is.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn end(db: impl PgExecutor<'_>, token: &SessionToken) -> Result<()> {
    sqlx::query!(
        "update session set ended_at = now(), ended_because = $2 where id_hash = $1 and ended_at is null",
        token.hash(),
        Ended::SignedOut.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends every session of a person, in the caller's transaction, and says how many.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
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

/// Deletes sessions whose time is over. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_expired(db: &PgPool) -> Result<u64> {
    let deleted = sqlx::query!("delete from session where expires_at < now()")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}
