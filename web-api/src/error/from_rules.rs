//! Maps `shared::error::Error` to HTTP answers.
//!
//! Invariant: every variant is matched by name, so that a new one needs a decision here.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::StatusCode;
use shared::error::{Error, FileProblem, Limit, Moved};
use uuid::Uuid;

use super::file_refusal::refusal;
use super::{ApiError, RETRY_AFTER, Work};

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::not_found(),
            Error::SignInRequired => Self::sign_in_required(),
            Error::Conflict(_) => Self::new(StatusCode::CONFLICT, "CONFLICT", "This has changed in the meantime."),
            Error::KeyReused { id } => Self::key_reused(id),
            Error::InvalidTransition(moved) => Self::testimony_moved(moved),
            Error::DocumentNotFailed => Self::new(
                StatusCode::CONFLICT,
                "INVALID_TRANSITION",
                "Only a document that failed can be tried again.",
            ),
            Error::RefusedFile { name, problem } => Self::refused_file(&name, problem),
            Error::PremiumRequired => Self::new(
                StatusCode::FORBIDDEN,
                "PREMIUM_REQUIRED",
                "This is a part of Premium. Upgrade to use it.",
            ),
            Error::UserBlocked => Self::new(
                StatusCode::CONFLICT,
                "USER_BLOCKED",
                "Blocked users cannot be granted premium.",
            ),
            Error::WrongPassword => Self::new(
                StatusCode::UNAUTHORIZED,
                "INVALID_PASSWORD",
                "Invalid password. Please try again.",
            ),
            Error::CodeNeeded => Self::new(
                StatusCode::UNAUTHORIZED,
                "CODE_NEEDED",
                "Please enter the code from your authenticator app as well.",
            ),
            Error::CodeUsed => Self::new(
                StatusCode::UNAUTHORIZED,
                "CODE_USED",
                "This code was used already. Your app shows a new one within 30 seconds.",
            ),
            Error::StaffNotSetUp => Self::new(
                StatusCode::UNAUTHORIZED,
                "ADMIN_NOT_SET_UP",
                "Staff sign-in is not set up here. The operator must set ADMIN_PASSWORD_HASH or STAFF.",
            ),
            Error::PaymentsNotSetUp => Self::payments_not_set_up(),
            Error::PaymentsUnavailable(cause) => Self::payments_unavailable(&cause),
            Error::NoBilling => Self::no_billing(),
            Error::AlreadySubscribed => Self::already_subscribed(),
            Error::AddressNotProven => Self::new(
                StatusCode::FORBIDDEN,
                "ADDRESS_NOT_PROVEN",
                "Please show first that this address is yours: sign in with it, then come back and pay.",
            ),
            Error::NotGenuine => Self::not_genuine(),
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
            Error::TooMany { limit, retry_after } => Self::too_many(limit, retry_after),
            Error::WorkNeeded {
                vicinity,
                load,
                retry_after,
            } => Self {
                work: Some(Box::new(Work { vicinity, load })),
                ..Self::too_many(Limit::Address, retry_after)
            },
            Error::Unavailable(cause) | Error::StorageUnavailable(cause) => {
                tracing::warn!(cause = format!("{cause:#}"), "unavailable");
                let unavailable = Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "UNAVAILABLE",
                    "We cannot reach our records right now. Please try again in a moment.",
                );
                Self {
                    retry_after: Some(RETRY_AFTER),
                    ..unavailable
                }
            }
            Error::AskedToWait(wait) => Self::busy(wait),
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "internal error");
                Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "INTERNAL",
                    "Something went wrong on our side. Nothing of yours is lost. Please try again.",
                )
            }
        }
    }
}

impl ApiError {
    fn refused_file(name: &str, problem: FileProblem) -> Self {
        let (status, code, message) = refusal(name, problem);
        Self {
            message: Cow::Owned(message),
            ..Self::new(status, code, "")
        }
    }

    fn key_reused(id: Uuid) -> Self {
        Self {
            stored_id: Some(id),
            ..Self::new(
                StatusCode::CONFLICT,
                "KEY_REUSED",
                "Your earlier words arrived and are kept. Please send these once more to hand them in as well.",
            )
        }
    }

    fn testimony_moved(moved: Moved) -> Self {
        Self {
            moved: Some(Box::new(moved.into())),
            ..Self::new(
                StatusCode::CONFLICT,
                "INVALID_TRANSITION",
                "This cannot be done from where the story stands now.",
            )
        }
    }
}

/// Errors of payments, and limits.
impl ApiError {
    fn payments_not_set_up() -> Self {
        Self {
            retry_after: Some(RETRY_AFTER),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "PAYMENTS_NOT_SET_UP",
                "Payments are not set up here yet. Everything else works.",
            )
        }
    }

    fn payments_unavailable(cause: &anyhow::Error) -> Self {
        tracing::warn!(error = format!("{cause:#}"), "payments are unavailable");
        Self {
            retry_after: Some(RETRY_AFTER),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "PAYMENTS_UNAVAILABLE",
                "We cannot reach our payment provider right now. Nothing was charged. Please try again in a moment.",
            )
        }
    }

    const fn no_billing() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "NO_BILLING",
            "You don't have any billing information yet. Upgrade to Premium to access billing details.",
        )
    }

    const fn already_subscribed() -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "ALREADY_SUBSCRIBED",
            "You already have a subscription. You can manage it in your profile.",
        )
    }

    const fn not_genuine() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "BAD_SIGNATURE",
            "This is not signed as it must be.",
        )
    }

    fn too_many(limit: Limit, retry_after: Duration) -> Self {
        let (code, message) = match limit {
            Limit::Daily => (
                "DAILY_LIMIT",
                "You have used today's guidance. It starts again at midnight.",
            ),
            Limit::Hourly => (
                "HOURLY_LIMIT",
                "You asked many times within this hour. Please rest a little and come back soon.",
            ),
            Limit::Testimonies => (
                "STORY_LIMIT",
                "You shared many stories today. Thank you. Please come back tomorrow to share more.",
            ),
            Limit::Prayers => (
                "PRAYER_LIMIT",
                "You wrote many prayers today. Please come back tomorrow to write more.",
            ),
            Limit::Reports => (
                "REPORT_LIMIT",
                "You reported many stories today. Thank you. Please come back tomorrow to report more.",
            ),
            Limit::PrayedFor => (
                "PRAYED_LIMIT",
                "You prayed for many people today. Thank you. Please come back tomorrow.",
            ),
            Limit::Address => (
                "ADDRESS_LIMIT",
                "Many requests came from your network today. Please sign in, or come back tomorrow.",
            ),
            Limit::Attempts => ("TOO_MANY_ATTEMPTS", "That was tried too often. Please wait a while."),
        };
        Self {
            retry_after: Some(retry_after),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, message)
        }
    }
}
