//! Sign-in and sign-out of staff.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::confided::Confided;
use shared::staff::{self, Credentials};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, Reads, TooLarge, TooMany};
use crate::extract::body::{Json, Now};
use crate::extract::client_address::IpPrefix;
use crate::extract::cookies::Purpose;
use crate::extract::staff::StaffOnly;
use crate::session::BrowserSession;
use crate::state::AppState;
use crate::states::StaffRole;

/// What staff sign in with.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// The password.
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// Who signs in: the name that a password or a second factor belongs to. With the single password the name for the
    /// audit trail, up to 60 characters; `Admin` if it is left out.
    display_name: Option<String>,
    /// The six digits of the authenticator app, where a second factor is set up.
    totp: Option<String>,
}

/// A sign-in that succeeded.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    /// How the audit trail names them.
    pub display_name: String,
    /// What they may do.
    pub role: StaffRole,
    /// When the session ends in any case. It ends sooner after half an hour without a call.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

/// Signs staff in.
///
/// # Errors
/// 401 for a wrong password or code, `CODE_NEEDED` where the password is right and the code of the second factor is
/// missing, `CODE_USED` where it was used already, which costs no try, `ADMIN_NOT_SET_UP` where no password is set; 422 for
/// an empty one, or for a name without a second factor; 429 after five tries for a name.
#[utoipa::path(post, operation_id = "adminLogin", path = "/admin/login", tag = "staff", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), Changes, JsonBody, TooLarge, TooMany))]
pub async fn login(
    State(state): State<AppState>,
    session: BrowserSession,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    Json(request): Json<LoginRequest>,
) -> Result<axum::Json<LoginAnswer>, ApiError> {
    let credentials = Credentials::parse(
        Confided::new(request.password),
        request.display_name.as_deref(),
        request.totp.as_deref(),
    )?;
    let signed_in = staff::sign_in(&state.ctx, &credentials, ip_prefix.unwrap_or_default(), now).await?;
    session.begin(&signed_in.token).await?;
    Ok(axum::Json(LoginAnswer {
        display_name: signed_in.staff.name,
        role: signed_in.staff.role.into(),
        expires_at: signed_in.expires_at,
    }))
}

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionAnswer {
    /// How the audit trail names them.
    pub display_name: String,
    /// What they may do.
    pub role: StaffRole,
}

/// Tells who is signed in, and with which role.
#[utoipa::path(get, operation_id = "readAdminSession", path = "/admin/session", tag = "staff",
    responses((status = 200, body = SessionAnswer), Reads))]
pub async fn current(StaffOnly { staff, .. }: StaffOnly) -> axum::Json<SessionAnswer> {
    axum::Json(SessionAnswer {
        display_name: staff.name,
        role: staff.role.into(),
    })
}

/// Signs staff out.
///
/// The session ends here and in our records.
#[utoipa::path(post, operation_id = "adminLogout", path = "/admin/logout", tag = "staff",
    responses((status = 204, description = "signed out"), Changes))]
pub async fn logout(
    _: StaffOnly,
    session: BrowserSession,
    State(state): State<AppState>,
) -> Result<(StatusCode, CookieJar), ApiError> {
    session.end().await?;
    let forget = Purpose::Staff.removal(state.ctx.config.environment);
    Ok((StatusCode::NO_CONTENT, CookieJar::new().add(forget)))
}
