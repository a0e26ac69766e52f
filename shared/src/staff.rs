//! Staff: sign-in, sessions, and the administration of users and jobs.
//!
//! Invariant: each try is counted before a password is verified. Each code of a second factor works once. A session ends
//! after half an hour without a request, after eight hours, or when the name, role, password or second factor that opened
//! it changes or is removed.

pub mod audit_export;
pub mod duplicates;
pub mod gifts;
mod identity;
pub mod jobs;
mod login_throttle;
pub mod overview;
pub mod payment_issues;
pub mod presence;
pub mod subscriptions;
pub mod users;

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::password;
use crate::role::Role;
use crate::session::SessionToken;
use crate::totp::{self, MAX_NAME_LEN};

use self::identity::Asked;
use self::login_throttle::Counters;

/// The most time between sign-in and the end of a staff session.
pub const ABSOLUTE_LIFETIME: Duration = Duration::hours(8);
/// How long a staff session lasts without a request.
pub const IDLE_LIFETIME: Duration = Duration::minutes(30);
/// The least time between two updates of `last_seen_at`.
const LAST_SEEN_INTERVAL: Duration = Duration::seconds(10);

const DEFAULT_NAME: &str = "Admin";

/// A signed-in member of staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    /// The id of the sign-in, recorded in all their audit entries.
    pub sign_in: Uuid,
    /// The name in `STAFF`, or the display name they gave at sign-in.
    pub name: String,
    /// What they may do. Sessions of releases without roles are of the single password.
    #[serde(default = "Role::of_shared_password")]
    pub role: Role,
}

impl Staff {
    /// The actor in the audit trail.
    pub fn actor(&self) -> Actor<'_> {
        Actor::Admin {
            sign_in: self.sign_in,
            name: &self.name,
            role: self.role,
        }
    }
}

/// The column `data` of a staff session.
#[derive(Serialize, Deserialize)]
struct SessionData {
    #[serde(flatten)]
    staff: Staff,
    opened_by: Option<[u8; 32]>,
}

/// The input of the sign-in form.
#[derive(Debug, Clone)]
pub struct Credentials {
    password: Confided,
    name: String,
    code: Option<String>,
}

impl Credentials {
    /// Parses the input.
    ///
    /// # Errors
    /// `InvalidFields` if the password is missing or the name is invalid.
    pub fn parse(password: Confided, display_name: Option<&str>, code: Option<&str>) -> Result<Self> {
        let mut wrong = Fields::default();
        if password.reveal().is_empty() {
            wrong.add("password", "Please enter admin password");
        }
        let name = display_name.map(str::trim).filter(|name| !name.is_empty());
        let name = name.unwrap_or(DEFAULT_NAME);
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

/// A successful sign-in.
pub struct SignedIn {
    /// The token for the cookie.
    pub token: SessionToken,
    /// The member of staff.
    pub staff: Staff,
    /// When the session ends at the latest.
    pub expires_at: OffsetDateTime,
}

/// Signs in a member of staff. `ip_prefix` is the caller's, as a keyed hash.
///
/// # Errors
/// `StaffNotSetUp` if no password is set; `TooMany` if the `ip_prefix` has used up its tries for the name; `WrongPassword`
/// for a wrong password or code, or an unknown name where each has a password of their own; `CodeNeeded` if the password is
/// right, but the code of the second factor is missing; `CodeUsed`, which costs no try, if it was used before.
pub async fn sign_in(
    ctx: &Ctx,
    credentials: &Credentials,
    ip_prefix: [u8; 32],
    now: OffsetDateTime,
) -> Result<SignedIn> {
    let asked = Asked::by_name(&ctx.config, &credentials.name)?;
    let member = asked.member().map(|member| member.name.as_str());
    let counters = Counters::of(&ctx.config.key_ring, ip_prefix, member);
    login_throttle::take(&ctx.db, &counters, now).await?;
    if !password::verify(asked.password(), &credentials.password).await? {
        return Err(Error::WrongPassword);
    }
    let identity = asked.identity(&ctx.config, &credentials.name)?;
    let mut tx = database::begin(&ctx.db).await?;
    let checked = check_code(&mut tx, ctx, identity.secret, credentials.code.as_deref(), now).await;
    if matches!(checked, Err(Error::CodeUsed)) {
        tx.rollback().await?;
        login_throttle::give_back(&ctx.db, &counters).await?;
        return Err(Error::CodeUsed);
    }
    checked?;
    login_throttle::reset(&mut tx, &counters).await?;
    let opened_by = identity.digest(&ctx.config);
    let staff = Staff {
        sign_in: Uuid::now_v7(),
        name: identity.name,
        role: identity.role,
    };
    let signed_in = begin_session(&mut tx, staff, opened_by, now).await?;
    let staff = &signed_in.staff;
    let entry = Entry::new(staff.actor(), Action::StaffSignedIn, Subject::SignIn(staff.sign_in));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(staff.sign_in = %staff.sign_in, staff.role = staff.role.as_str(), "staff signed in");
    Ok(signed_in)
}

/// Writes the session's row.
async fn begin_session(
    tx: &mut PgConnection,
    staff: Staff,
    opened_by: Option<[u8; 32]>,
    now: OffsetDateTime,
) -> Result<SignedIn> {
    let data = SessionData {
        staff: staff.clone(),
        opened_by,
    };
    let token = SessionToken::fresh()?;
    let expires_at = sqlx::query_scalar!(
        "insert into session (id_hash, kind, data, expires_at) values ($1, 'admin', $2, now() + make_interval(secs => $3))
         returning created_at + make_interval(secs => $4)",
        token.hash(),
        serde_json::to_vec(&data).map_err(Error::internal)?,
        IDLE_LIFETIME.as_seconds_f64(),
        ABSOLUTE_LIFETIME.as_seconds_f64()
    )
    .fetch_one(tx)
    .await?;
    Ok(SignedIn {
        token,
        staff,
        expires_at: expires_at.unwrap_or(now),
    })
}

/// Checks the code of the second factor, if one is set up: it must be right, and neither it nor a later one of the same
/// secret may be used.
async fn check_code(
    tx: &mut PgConnection,
    ctx: &Ctx,
    secret: Option<&totp::Secret>,
    code: Option<&str>,
    now: OffsetDateTime,
) -> Result<()> {
    let Some(secret) = secret else {
        return Ok(());
    };
    let step = secret
        .step_of(code.ok_or(Error::CodeNeeded)?, now)
        .ok_or(Error::WrongPassword)?;
    let digest = ctx.config.key_ring.digest("staff totp", secret.as_bytes());
    let used = sqlx::query!(
        "insert into staff_totp (secret_digest, last_step) values ($1, $2)
         on conflict (secret_digest) do update set last_step = excluded.last_step
             where staff_totp.last_step < excluded.last_step",
        &digest[..],
        step
    )
    .execute(tx)
    .await?;
    if used.rows_affected() == 1 {
        Ok(())
    } else {
        Err(Error::CodeUsed)
    }
}

/// The member of staff of a token, if its session is valid. Also updates `last_seen_at`. Sessions from before a change
/// of the password or the second factor are invalid.
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
        LAST_SEEN_INTERVAL.as_seconds_f64()
    )
    .fetch_optional(&ctx.db)
    .await?;
    data.map_or(Ok(None), |data| valid_staff(ctx, &data))
}

/// When a session ends unless it is used; `None` if it is not valid. Does not update `last_seen_at`.
pub async fn open_until(ctx: &Ctx, token: &SessionToken) -> Result<Option<OffsetDateTime>> {
    let row = sqlx::query!(
        "select data, expires_at from session
         where id_hash = $1 and kind = 'admin' and ended_at is null and expires_at > now()",
        token.hash()
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    Ok(valid_staff(ctx, &row.data)?.map(|_| row.expires_at))
}

/// The member of staff of a session, unless the credentials have changed since.
fn valid_staff(ctx: &Ctx, data: &[u8]) -> Result<Option<Staff>> {
    let data: SessionData = serde_json::from_slice(data).map_err(Error::internal)?;
    let is_valid = data
        .opened_by
        .is_some_and(|opened_by| identity::is_still_set(&ctx.config, &data.staff, opened_by));
    Ok(is_valid.then_some(data.staff))
}

/// Signs out. Does nothing if the session has ended or does not exist.
pub async fn sign_out(ctx: &Ctx, token: &SessionToken) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let ended = sqlx::query_scalar!(
        "update session set ended_at = now(), ended_because = 'signed_out'
         where id_hash = $1 and kind = 'admin' and ended_at is null and expires_at > now()
         returning data",
        token.hash()
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(data) = ended {
        let SessionData { staff, .. } = serde_json::from_slice(&data).map_err(Error::internal)?;
        let entry = Entry::new(staff.actor(), Action::StaffSignedOut, Subject::SignIn(staff.sign_in));
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
