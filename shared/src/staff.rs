//! Staff: how they sign in and stay signed in, and what they do with accounts.
//!
//! Invariant: there is one password, and it is compared only after a try was counted; a session ends after half an hour
//! without a call, eight hours after sign-in whatever happens, and when what opened it is changed.

pub mod password;
pub mod totp;
mod tries;
pub mod users;

use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::config::Config;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::session::SessionToken;

/// How long after sign-in a session of staff ends in any case.
pub const ABSOLUTE_LIFETIME: Duration = Duration::hours(8);
/// After how long without a call it ends.
pub const IDLE_LIFETIME: Duration = Duration::minutes(30);
/// So often at most it is noted that a session is in use.
const NOTE_AGAIN: Duration = Duration::seconds(10);

const MAX_NAME_LEN: usize = 60;
const NAMELESS: &str = "Admin";

/// A member of staff, signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    /// Their sign-in, which stands in every audit line of theirs.
    pub sign_in: Uuid,
    /// The display name they gave.
    pub name: String,
}

impl Staff {
    /// Who they are to the audit trail.
    #[must_use]
    pub fn actor(&self) -> Actor<'_> {
        Actor::Admin {
            sign_in: self.sign_in,
            name: &self.name,
        }
    }
}

/// What stands in the row of a session.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    staff: Staff,
    opened_by: Option<[u8; 32]>,
}

/// The password and the second factor that open a session, as a keyed digest; none while no password is set up.
fn opened_by(config: &Config) -> Option<[u8; 32]> {
    let password = config.admin_password.as_ref()?.as_bytes();
    let secret = config.admin_totp.as_ref().map_or(&[][..], totp::Secret::as_bytes);
    Some(
        config
            .key_ring
            .digest("staff session", &[password, &[0], secret].concat()),
    )
}

/// What the sign-in form sends.
#[derive(Debug, Clone)]
pub struct Credentials {
    password: Confided,
    name: String,
    code: Option<String>,
}

impl Credentials {
    /// Checks what the form sent.
    ///
    /// # Errors
    /// `InvalidFields` without a password, or with an unusable name.
    pub fn parse(password: Confided, display_name: Option<&str>, code: Option<&str>) -> Result<Self> {
        let mut wrong = Fields::default();
        if password.reveal().is_empty() {
            wrong.add("password", "Please enter admin password");
        }
        let name = display_name.map(str::trim).filter(|name| !name.is_empty());
        let name = name.unwrap_or(NAMELESS);
        if name.chars().count() > MAX_NAME_LEN || name.chars().any(char::is_control) {
            wrong.add("displayName", "Please give a name of up to 60 characters.");
        }
        wrong.into_result()?;
        Ok(Self {
            password,
            name: name.to_owned(),
            code: code
                .map(|code| code.split_whitespace().collect())
                .filter(|code: &String| !code.is_empty()),
        })
    }
}

/// A sign-in that succeeded.
pub struct SignedIn {
    /// The secret for the cookie.
    pub token: SessionToken,
    /// Who signed in.
    pub staff: Staff,
    /// When the session ends in any case.
    pub expires_at: OffsetDateTime,
}

/// Signs somebody in as staff. The household is where the call comes from, as a keyed hash.
///
/// # Errors
/// `StaffNotSetUp` without a password to compare with; `TooMany` when the household has used up its tries;
/// `WrongPassword` for a wrong password or code; `CodeNeeded` for the right password alone where a second factor is set up.
pub async fn sign_in(
    ctx: &Ctx,
    credentials: &Credentials,
    household: [u8; 32],
    now: OffsetDateTime,
) -> Result<SignedIn> {
    let hash = ctx.config.admin_password.as_ref().ok_or(Error::StaffNotSetUp)?;
    tries::take(&ctx.db, household, now).await?;
    if !password::fits(hash, &credentials.password).await? {
        return Err(Error::WrongPassword);
    }
    let mut tx = database::begin(&ctx.db).await?;
    check_code(&mut tx, ctx, credentials, now).await?;
    tries::forget(&mut tx, household).await?;
    let staff = Staff {
        sign_in: Uuid::now_v7(),
        name: credentials.name.clone(),
    };
    let kept = Kept {
        staff: staff.clone(),
        opened_by: opened_by(&ctx.config),
    };
    let token = SessionToken::fresh()?;
    let expires_at = sqlx::query_scalar!(
        "insert into session (id_hash, kind, data, expires_at) values ($1, 'admin', $2, now() + make_interval(secs => $3))
         returning created_at + make_interval(secs => $4)",
        token.hash(),
        serde_json::to_vec(&kept).map_err(Error::internal)?,
        IDLE_LIFETIME.as_seconds_f64(),
        ABSOLUTE_LIFETIME.as_seconds_f64()
    )
    .fetch_one(&mut *tx)
    .await?;
    let entry = Entry::new(staff.actor(), Action::StaffSignedIn, Subject::SignIn(staff.sign_in));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    tracing::info!(staff.sign_in = %staff.sign_in, "staff signed in");
    Ok(SignedIn {
        token,
        staff,
        expires_at: expires_at.unwrap_or(now),
    })
}

/// Where a second factor is set up, its code must be right and not have been used.
async fn check_code(tx: &mut PgConnection, ctx: &Ctx, credentials: &Credentials, now: OffsetDateTime) -> Result<()> {
    let Some(secret) = &ctx.config.admin_totp else {
        return Ok(());
    };
    let code = credentials.code.as_deref().ok_or(Error::CodeNeeded)?;
    let step = secret.step_of(code, now).ok_or(Error::WrongPassword)?;
    let used = sqlx::query!(
        "insert into staff_code (last_step) values ($1)
         on conflict (is_only) do update set last_step = excluded.last_step where staff_code.last_step < excluded.last_step",
        step
    )
    .execute(tx)
    .await?;
    if used.rows_affected() == 1 {
        Ok(())
    } else {
        Err(Error::WrongPassword)
    }
}

/// Who is signed in with this secret, if anybody is. It also notes that the session is in use. Whoever holds a password or a
/// second factor that the operator has changed since is not signed in any more.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn find(ctx: &Ctx, token: &SessionToken) -> Result<Option<Staff>> {
    let data = sqlx::query_scalar!(
        "with noted as (
             update session set last_seen_at = now(),
                 expires_at = least(created_at + make_interval(secs => $2), now() + make_interval(secs => $3))
             where id_hash = $1 and kind = 'admin' and ended_at is null and expires_at > now()
                 and last_seen_at < now() - make_interval(secs => $4)
         )
         select data from session where id_hash = $1 and kind = 'admin' and ended_at is null and expires_at > now()",
        token.hash(),
        ABSOLUTE_LIFETIME.as_seconds_f64(),
        IDLE_LIFETIME.as_seconds_f64(),
        NOTE_AGAIN.as_seconds_f64()
    )
    .fetch_optional(&ctx.db)
    .await?;
    data.map_or(Ok(None), |data| still_good(ctx, &data))
}

/// Whether somebody is still signed in with this secret. It is not noted that the session is in use.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn is_signed_in(ctx: &Ctx, token: &SessionToken) -> Result<bool> {
    let data = sqlx::query_scalar!(
        "select data from session where id_hash = $1 and kind = 'admin' and ended_at is null and expires_at > now()",
        token.hash()
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(data.map_or(Ok(None), |data| still_good(ctx, &data))?.is_some())
}

/// Whose session it is, unless what opened it was changed.
fn still_good(ctx: &Ctx, data: &[u8]) -> Result<Option<Staff>> {
    let kept: Kept = serde_json::from_slice(data).map_err(Error::internal)?;
    let is_good = kept.opened_by.is_some() && kept.opened_by == opened_by(&ctx.config);
    Ok(is_good.then_some(kept.staff))
}

/// Signs out.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn sign_out(db: &PgPool, token: &SessionToken, staff: &Staff) -> Result<()> {
    let mut tx = database::begin(db).await?;
    let ended = sqlx::query!(
        "update session set ended_at = now(), ended_because = 'signed_out'
         where id_hash = $1 and kind = 'admin' and ended_at is null",
        token.hash()
    )
    .execute(&mut *tx)
    .await?;
    if ended.rows_affected() == 1 {
        let entry = Entry::new(staff.actor(), Action::StaffSignedOut, Subject::SignIn(staff.sign_in));
        audit::record(&mut tx, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
