//! Who calls: a guest, or somebody who is signed in.
//!
//! Invariant: only a browser that sends a session cookie costs a query, and one only. Answers in a crisis come before.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use shared::owner::Owner;
use shared::session::{self, Ended, Found, SessionToken};
use shared::usage::{Asker, Plan};
use shared::user::User;

use crate::app::AppState;
use crate::cookies::Purpose;
use crate::error::ApiError;
use crate::extract::Now;
use crate::guest::Guest;
use crate::whereabouts::time_zone;

/// A guest, or somebody who is signed in and not blocked: for calls that need no account.
pub struct Person {
    /// The account, if they are signed in.
    pub user: Option<User>,
    /// What guidance needs to know of them.
    pub asker: Asker,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

/// Somebody who is signed in and not blocked. Everybody else is refused.
pub struct SignedIn(pub User);

/// Somebody who is signed in, blocked or not: for what blocking must not take away, such as deleting the account.
pub struct SignedInEvenBlocked(pub User);

/// Somebody who is signed in and not blocked, or nobody: for what visitors may do too.
pub struct MaybeSignedIn(pub Option<User>);

/// Somebody who is signed in, blocked or not, or nobody.
pub struct MaybeSignedInEvenBlocked(pub Option<User>);

/// A refusal, with the cookies that the browser shall forget.
pub struct Refused(Box<(CookieJar, ApiError)>);

impl Refused {
    /// A refusal that changes cookies.
    #[must_use]
    pub fn with(cookies: CookieJar, error: ApiError) -> Self {
        Self(Box::new((cookies, error)))
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
    /// Whose data this is.
    #[must_use]
    pub const fn owner(&self) -> Owner {
        self.asker.owner
    }
}

impl FromRequestParts<AppState> for Person {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        if let Some(user) = known(parts, state).await?.unless_blocked()? {
            let Ok(Now(now)) = Now::from_request_parts(parts, state).await;
            return Ok(Self {
                asker: Asker {
                    owner: user.id.owner(),
                    plan: Plan::of(&user, now),
                    time_zone: time_zone(&parts.headers),
                    address: None,
                },
                user: Some(user),
                cookies: CookieJar::new(),
            });
        }
        let Guest { asker, cookies } = Guest::from_request_parts(parts, state).await?;
        Ok(Self {
            user: None,
            asker,
            cookies,
        })
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let user = known(parts, state).await?.unless_blocked()?;
        user.map(Self).ok_or_else(nobody)
    }
}

impl FromRequestParts<AppState> for SignedInEvenBlocked {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        match known(parts, state).await? {
            Known::User(user) => Ok(Self(*user)),
            Known::Nobody | Known::EndedByBlocking => Err(nobody()),
        }
    }
}

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        known(parts, state).await?.unless_blocked().map(Self)
    }
}

impl FromRequestParts<AppState> for MaybeSignedInEvenBlocked {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        Ok(Self(match known(parts, state).await? {
            Known::User(user) => Some(*user),
            Known::Nobody | Known::EndedByBlocking => None,
        }))
    }
}

/// Whom a browser's session stands for.
enum Known {
    User(Box<User>),
    Nobody,
    EndedByBlocking,
}

impl Known {
    fn unless_blocked(self) -> Result<Option<User>, Refused> {
        match self {
            Self::User(user) if user.blocked_at.is_none() => Ok(Some(*user)),
            Self::User(_) | Self::EndedByBlocking => Err(ApiError::account_blocked().into()),
            Self::Nobody => Ok(None),
        }
    }
}

fn nobody() -> Refused {
    ApiError::sign_in_required().into()
}

/// The secret of the session that a browser sent.
#[must_use]
pub fn session_token(jar: &CookieJar, state: &AppState) -> Option<SessionToken> {
    SessionToken::from_cookie(Purpose::Session.value(state.ctx.config.environment, jar)?)
}

/// Who is signed in, if anybody. A session that another device has ended says so once, and is forgotten.
async fn known(parts: &Parts, state: &AppState) -> Result<Known, Refused> {
    let jar = CookieJar::from_headers(&parts.headers);
    let Some(token) = session_token(&jar, state) else {
        return Ok(Known::Nobody);
    };
    let found = session::find(&state.ctx.db, &token).await;
    match found.map_err(ApiError::from)? {
        Found::SignedIn(user) => Ok(Known::User(user)),
        Found::Ended(Ended::Elsewhere) => {
            let forget = Purpose::Session.removal(state.ctx.config.environment);
            Err(Refused::with(
                CookieJar::new().add(forget),
                ApiError::signed_in_elsewhere(),
            ))
        }
        Found::Ended(Ended::Blocked) => Ok(Known::EndedByBlocking),
        Found::Ended(Ended::SignedOut) | Found::Nothing => Ok(Known::Nobody),
    }
}
