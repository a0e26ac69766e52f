//! Extractors for the caller: a guest, or a signed-in user.
//!
//! Invariant: only a session cookie costs a query, and a second one only if its session has ended. Answers in a crisis
//! are given before this.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use shared::ids::Owner;
use shared::session::{self, Ended, Found};
use shared::usage::{Caller, Plan};
use shared::user::User;

use crate::error::ApiError;
use crate::extract::body::Now;
use crate::extract::client_hints::time_zone;
use crate::extract::cookies::Purpose;
use crate::extract::guest::Guest;
use crate::session::BrowserSession;
use crate::state::AppState;

/// A guest, or a signed-in user who is not blocked: for calls that need no account.
pub struct Person {
    /// The account, if they are signed in.
    pub user: Option<User>,
    /// What guidance needs to know of them.
    pub caller: Caller,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

/// A signed-in user who is not blocked. Everybody else is refused.
pub struct SignedIn(pub User);

/// A signed-in user, blocked or not: for what blocking must not take away, such as deleting the account.
pub struct SignedInEvenBlocked(pub User);

/// A signed-in user who is not blocked, or none: for calls that visitors may make too.
pub struct MaybeSignedIn(pub Option<User>);

/// A signed-in user, blocked or not, or none.
pub struct MaybeSignedInEvenBlocked(pub Option<User>);

/// A refusal that also sets or deletes cookies.
pub struct Refused(Box<(CookieJar, ApiError)>);

impl Refused {
    /// A refusal with cookies.
    #[must_use]
    pub fn with(cookies: CookieJar, error: ApiError) -> Self {
        Self(Box::new((cookies, error)))
    }

    /// The cookies and the error, for an answer that is a page.
    pub fn into_parts(self) -> (CookieJar, ApiError) {
        *self.0
    }
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self::with(CookieJar::new(), error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (*self.0).into_response()
    }
}

impl Person {
    /// The owner of the data.
    pub const fn owner(&self) -> Owner {
        self.caller.owner
    }
}

impl FromRequestParts<AppState> for Person {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        if let Some(user) = session_user(parts, state).await?.unless_blocked()? {
            let Ok(Now(now)) = Now::from_request_parts(parts, state).await;
            return Ok(Self {
                caller: Caller {
                    owner: user.id.owner(),
                    plan: Plan::of(&user, now),
                    time_zone: time_zone(&parts.headers),
                    address: None,
                },
                user: Some(user),
                cookies: CookieJar::new(),
            });
        }
        let Guest { caller, cookies } = Guest::from_request_parts(parts, state).await?;
        Ok(Self {
            user: None,
            caller,
            cookies,
        })
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let user = session_user(parts, state).await?.unless_blocked()?;
        user.map(Self).ok_or_else(|| sign_in_required(parts, state))
    }
}

impl FromRequestParts<AppState> for SignedInEvenBlocked {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        match session_user(parts, state).await? {
            SessionUser::User(user) => Ok(Self(*user)),
            SessionUser::None | SessionUser::EndedByBlocking => Err(sign_in_required(parts, state)),
        }
    }
}

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        session_user(parts, state).await?.unless_blocked().map(Self)
    }
}

impl FromRequestParts<AppState> for MaybeSignedInEvenBlocked {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        Ok(Self(match session_user(parts, state).await? {
            SessionUser::User(user) => Some(*user),
            SessionUser::None | SessionUser::EndedByBlocking => None,
        }))
    }
}

/// The user behind the session cookie that the browser sent.
enum SessionUser {
    User(Box<User>),
    None,
    EndedByBlocking,
}

impl SessionUser {
    fn unless_blocked(self) -> Result<Option<User>, Refused> {
        match self {
            Self::User(user) if user.blocked_at.is_none() => Ok(Some(*user)),
            Self::User(_) | Self::EndedByBlocking => Err(ApiError::account_blocked().into()),
            Self::None => Ok(None),
        }
    }
}

/// The refusal of a caller who is not signed in. A cookie that is no id of a session, such as one from before sessions
/// had ids of 128 bits, is deleted.
fn sign_in_required(parts: &Parts, state: &AppState) -> Refused {
    let environment = state.ctx.config.environment;
    let jar = CookieJar::from_headers(&parts.headers);
    let is_unreadable = Purpose::Session.value(environment, &jar).is_some()
        && BrowserSession::of(parts).is_ok_and(|session| session.token().is_none());
    let cookies = CookieJar::new();
    let cookies = if is_unreadable {
        cookies.add(Purpose::Session.removal(environment))
    } else {
        cookies
    };
    Refused::with(cookies, ApiError::sign_in_required())
}

/// The signed-in user, if any. A session that another device ended is refused once with that reason, and its cookie is
/// deleted.
async fn session_user(parts: &Parts, state: &AppState) -> Result<SessionUser, Refused> {
    let Some(token) = BrowserSession::of(parts)?.token() else {
        return Ok(SessionUser::None);
    };
    let found = session::find(&state.ctx.db, &token).await;
    match found.map_err(ApiError::from)? {
        Found::SignedIn(user) => Ok(SessionUser::User(user)),
        Found::Ended(Ended::Elsewhere) => {
            let forget = Purpose::Session.removal(state.ctx.config.environment);
            Err(Refused::with(
                CookieJar::new().add(forget),
                ApiError::signed_in_elsewhere(),
            ))
        }
        Found::Ended(Ended::Blocked) => Ok(SessionUser::EndedByBlocking),
        Found::Ended(Ended::SignedOut) | Found::Nothing => Ok(SessionUser::None),
    }
}
