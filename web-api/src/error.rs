//! Every error of the product as an answer: its status, its code, its words.
//!
//! Invariant: an answer never tells a cause; a 5xx body is constant. Causes go to the log.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shared::error::{Error, Limit};
use utoipa::ToSchema;

use crate::crisis_first::Danger;
use crate::routes::crisis_resources::CrisisResources;

/// How long to wait before trying again what did not answer.
const BREATH: Duration = Duration::from_secs(5);

/// What every error looks like.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// What happened, for programs.
    pub code: &'static str,
    /// What happened, for people.
    pub message: &'static str,
    /// What is wrong with which field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<&'static str, &'static str>,
    /// The id under which the log knows this request.
    pub request_id: String,
    /// Whether the words that were sent tell of danger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crisis: bool,
    /// Where to find help, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<CrisisResources>,
}

/// An error on its way to becoming an answer.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: &'static str,
    fields: BTreeMap<&'static str, &'static str>,
    retry_after: Option<Duration>,
}

impl ApiError {
    /// An error that the web tier itself found.
    #[must_use]
    pub const fn new(status: StatusCode, code: &'static str, message: &'static str) -> Self {
        Self {
            status,
            code,
            message,
            fields: BTreeMap::new(),
            retry_after: None,
        }
    }

    /// The body could not be read as what was expected.
    #[must_use]
    pub const fn bad_request() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "BAD_REQUEST",
            "This request could not be read.",
        )
    }

    /// The body is larger than anything we accept here.
    #[must_use]
    pub const fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE", "This is too long to send.")
    }

    /// There is nothing here.
    #[must_use]
    pub const fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing here.")
    }

    /// Only for people who are signed in.
    #[must_use]
    pub const fn sign_in_required() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "SIGN_IN_REQUIRED", "Please sign in first.")
    }
}

impl ApiError {
    /// What the layers below us refused without a body: a wrong method, a body too large, a call that took too long.
    fn from_framework(response: &Response) -> Option<Self> {
        let status = response.status();
        let bare = (status.is_client_error() || status.is_server_error())
            && !response.headers().contains_key(header::CONTENT_TYPE);
        bare.then(|| match status {
            StatusCode::METHOD_NOT_ALLOWED => Self::new(status, "METHOD_NOT_ALLOWED", "This cannot be done here."),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::NOT_FOUND => Self::not_found(),
            status if status.is_server_error() => Self {
                retry_after: Some(BREATH),
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

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::not_found(),
            Error::SignInRequired => Self::sign_in_required(),
            Error::Conflict(_) => Self::new(StatusCode::CONFLICT, "CONFLICT", "This has changed in the meantime."),
            Error::InvalidFields(fields) => {
                let message = fields
                    .messages()
                    .values()
                    .next()
                    .copied()
                    .unwrap_or("Please check what you entered.");
                let invalid = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_FIELDS", message);
                Self {
                    fields: fields.messages().clone(),
                    ..invalid
                }
            }
            Error::TooMany { limit, retry_after } => {
                let (code, message) = match limit {
                    Limit::Daily => (
                        "DAILY_LIMIT",
                        "You have used today's guidance. It starts again at midnight.",
                    ),
                    Limit::Address => (
                        "ADDRESS_LIMIT",
                        "Many requests came from your network today. Please sign in, or come back tomorrow.",
                    ),
                };
                Self {
                    retry_after: Some(retry_after),
                    ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, message)
                }
            }
            Error::Unavailable(cause) => {
                tracing::warn!(cause = format!("{cause:#}"), "unavailable");
                let unavailable = Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "UNAVAILABLE",
                    "We cannot reach our records right now. Please try again in a moment.",
                );
                Self {
                    retry_after: Some(BREATH),
                    ..unavailable
                }
            }
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "internal error");
                Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "INTERNAL",
                    "Something went wrong on our side. Please try again.",
                )
            }
        }
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

/// Writes the bodies of errors, with the request's id, and with the numbers if the words that were sent tell of danger.
pub async fn render(request: Request, next: Next) -> Response {
    let request_id = request
        .headers()
        .get("x-request-id")
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let mut response = next.run(request).await;
    let framework = || ApiError::from_framework(&response);
    let Some(error) = response.extensions().get::<ApiError>().cloned().or_else(framework) else {
        return response;
    };
    let danger = response.extensions_mut().remove::<Danger>();
    let body = ErrorBody {
        code: error.code,
        message: error.message,
        fields: error.fields,
        request_id,
        crisis: danger.is_some(),
        resources: danger.map(|danger| danger.resources),
    };
    let mut rendered = (error.status, axum::Json(body)).into_response();
    rendered
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // What the layers below said in headers stays true: `Allow`, `Set-Cookie`.
    for (name, value) in response.headers() {
        if name != header::CONTENT_LENGTH && name != header::CACHE_CONTROL {
            rendered.headers_mut().append(name, value.clone());
        }
    }
    if let Some(wait) = error.retry_after {
        rendered
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    rendered
}
