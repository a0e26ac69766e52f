//! Errors as HTTP answers: status, code and message.
//!
//! Invariant: an answer never contains a cause; the body of a 5xx is constant. Causes go to the log.

pub mod file_refusal;
mod from_rules;
pub mod refusals;
mod spanish;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shared::error::Moved;
use shared::locale::Locale;
use shared::role::Role;
use shared::vault::KeyRing;
use shared::work;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::crisis_help::{CrisisHelp, CrisisResources};
use crate::states::TestimonyStatus;

/// The `Retry-After` of a temporary failure.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// What every error looks like.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// What happened, for programs.
    pub code: &'static str,
    /// What happened, for people.
    pub message: Cow<'static, str>,
    /// What is wrong with which field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<&'static str, &'static str>,
    /// Where a story stands that somebody else moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<MovedBody>,
    /// The id of what was stored with an `Idempotency-Key` that came again with other words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_id: Option<Uuid>,
    /// A challenge for a proof of work: with its proof in `X-Proof-Of-Work` this call passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// The id under which the log knows this request.
    pub request_id: String,
    /// Whether the words that were sent tell of danger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crisis: bool,
    /// Where to find help, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<CrisisResources>,
}

/// Where a story stands that somebody else moved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MovedBody {
    /// Where it stands.
    #[schema(value_type = TestimonyStatus)]
    pub status: &'static str,
    /// The display name of who took the last step; null if nobody of the staff has taken one.
    #[schema(required)]
    pub by: Option<String>,
    /// When they took it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub at: Option<OffsetDateTime>,
}

impl From<Moved> for MovedBody {
    fn from(moved: Moved) -> Self {
        Self {
            status: moved.status,
            by: moved.by,
            at: moved.at,
        }
    }
}

/// An error that becomes an answer.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    fields: BTreeMap<&'static str, &'static str>,
    moved: Option<Box<MovedBody>>,
    stored_id: Option<Uuid>,
    work: Option<Box<Work>>,
    retry_after: Option<Duration>,
}

/// The work that lets a call pass the limit of its network.
#[derive(Debug, Clone)]
struct Work {
    vicinity: [u8; 32],
    load: i32,
}

impl ApiError {
    /// An error of the web tier itself.
    #[must_use]
    pub const fn new(status: StatusCode, code: &'static str, message: &'static str) -> Self {
        Self {
            status,
            code,
            message: Cow::Borrowed(message),
            fields: BTreeMap::new(),
            moved: None,
            stored_id: None,
            work: None,
            retry_after: None,
        }
    }

    /// The request cannot be parsed.
    #[must_use]
    pub const fn bad_request() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "BAD_REQUEST",
            "This request could not be read.",
        )
    }

    /// The body is larger than the limit.
    #[must_use]
    pub const fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE", "This is too long to send.")
    }

    /// There is nothing here.
    #[must_use]
    pub const fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing here.")
    }

    /// The call needs a signed-in user.
    #[must_use]
    pub const fn sign_in_required() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "SIGN_IN_REQUIRED", "Please sign in first.")
    }

    /// The call needs staff.
    #[must_use]
    pub const fn staff_only() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "ADMIN_SIGN_IN_REQUIRED",
            "Please sign in as staff first.",
        )
    }

    /// The role of a member of staff does not allow the call.
    #[must_use]
    pub const fn role_too_low(least: Role) -> Self {
        let message = match least {
            Role::Reader => "This needs the role reader.",
            Role::Moderator => "Your role does not allow this: it is for moderators and owners.",
            Role::Owner => "Your role does not allow this: it is for owners.",
        };
        Self::new(StatusCode::FORBIDDEN, "ROLE_TOO_LOW", message)
    }

    /// The session ended because the user signed in on another device.
    #[must_use]
    pub const fn signed_in_elsewhere() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "LOGGED_IN_ELSEWHERE",
            "You signed in on another device. Please sign in again to go on here.",
        )
    }

    /// Staff blocked the account.
    #[must_use]
    pub const fn account_blocked() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "ACCOUNT_BLOCKED",
            "Your account is blocked. Sign in to see what you can do.",
        )
    }
}

impl ApiError {
    /// An `ip_prefix` is over its rate limit.
    #[must_use]
    pub fn too_many_calls(wait: Duration) -> Self {
        Self {
            retry_after: Some(wait),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "TOO_MANY_CALLS",
                "Many requests came from your network just now. Please wait a moment and try again.",
            )
        }
    }

    /// The process has no room for the call right now.
    #[must_use]
    pub fn busy(wait: Duration) -> Self {
        Self {
            retry_after: Some(wait),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "UNAVAILABLE",
                "Very many people are here just now. Please try again in a moment.",
            )
        }
    }

    /// Whether a proof of work lets the call pass.
    #[must_use]
    pub const fn needs_work(&self) -> bool {
        self.work.is_some()
    }

    /// The status of its answer.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// What happened, for people who read a language.
    #[must_use]
    pub fn message_in(&self, locale: Locale) -> &str {
        match locale {
            Locale::English => &self.message,
            Locale::Spanish => spanish::message(self.code, &self.message),
        }
    }

    /// How many seconds to wait before a retry, if that helps.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        self.retry_after.map(whole_seconds)
    }

    /// A refusal without a body by the layers below: a wrong method, a body too large, a timeout.
    fn from_framework(response: &Response) -> Option<Self> {
        let status = response.status();
        let has_no_body = (status.is_client_error() || status.is_server_error())
            && !response.headers().contains_key(header::CONTENT_TYPE);
        has_no_body.then(|| match status {
            StatusCode::METHOD_NOT_ALLOWED => Self::new(status, "METHOD_NOT_ALLOWED", "This cannot be done here."),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::NOT_FOUND => Self::not_found(),
            status if status.is_server_error() => Self {
                retry_after: Some(RETRY_AFTER),
                ..Self::new(
                    status,
                    "UNAVAILABLE",
                    "This took too long. Please try again in a moment.",
                )
            },
            status => Self {
                status,
                ..Self::bad_request()
            },
        })
    }
}

impl IntoResponse for ApiError {
    /// The body is written by `render`, which knows the request's id.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Renders an error as JSON with the request id, and with the helplines if the text of the request shows a crisis. Any
/// other answer stays as it is.
pub fn render(mut response: Response, request_id: Uuid, keys: &KeyRing, now: OffsetDateTime) -> Response {
    let framework = || ApiError::from_framework(&response);
    let Some(error) = response.extensions().get::<ApiError>().cloned().or_else(framework) else {
        return response;
    };
    let help = response.extensions_mut().remove::<CrisisHelp>();
    let challenge = |work: Box<Work>| work::challenge(keys, &work.vicinity, work.load, now).ok();
    let body = ErrorBody {
        code: error.code,
        message: error.message,
        fields: error.fields,
        moved: error.moved.map(|moved| *moved),
        stored_id: error.stored_id,
        work: error.work.and_then(challenge),
        request_id: request_id.to_string(),
        crisis: help.is_some(),
        resources: help.map(|help| help.resources),
    };
    let mut rendered = (error.status, axum::Json(body)).into_response();
    rendered
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Headers of the layers below stay, such as `Allow` and `Set-Cookie`.
    for (name, value) in response.headers() {
        if name != header::CONTENT_LENGTH && name != header::CACHE_CONTROL {
            rendered.headers_mut().append(name, value.clone());
        }
    }
    if let Some(wait) = error.retry_after {
        rendered
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
    rendered
}

/// Rounds up, so that a client does not retry too early.
fn whole_seconds(wait: Duration) -> u64 {
    let rounded_up = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    rounded_up.max(1)
}
