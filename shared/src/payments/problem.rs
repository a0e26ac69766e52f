//! The ways a request to Stripe can fail.

use stripe::StripeError;

use crate::error::{Error, Fields};

/// Why a request to Stripe failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The object does not exist at Stripe.
    Missing,
    /// A request with the same idempotency key is in progress.
    Busy,
    /// Stripe refused the request, and repeats that for the same idempotency key.
    Refused {
        /// The parameter that Stripe refused.
        parameter: Option<String>,
        /// The status and Stripe's error code.
        reason: String,
    },
    /// Stripe failed, and repeats that for the same idempotency key. It may have done what was requested.
    Failed,
    /// No answer, a rate limit, or an unreadable answer.
    NoAnswer,
}

impl Problem {
    /// Whether Stripe repeats this answer for the same idempotency key.
    pub const fn sticks_to_key(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Failed)
    }
}

impl From<StripeError> for Problem {
    fn from(error: StripeError) -> Self {
        // The error may quote input, so it is never kept.
        match error {
            StripeError::Stripe(error, status) => match status {
                404 => Self::Missing,
                409 => Self::Busy,
                429 => Self::NoAnswer,
                500.. => Self::Failed,
                _ => Self::Refused {
                    reason: format!(
                        "{status} {}",
                        error.code.as_ref().map_or("no code", |code| code.as_str())
                    ),
                    parameter: error.param,
                },
            },
            StripeError::JSONDeserialize(_) | StripeError::ClientError(_) | StripeError::Timeout => Self::NoAnswer,
            StripeError::ConfigError(_) => Self::Refused {
                parameter: None,
                reason: "the client is not set up".to_owned(),
            },
        }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Missing => Self::NotFound,
            Problem::Refused { parameter, .. } if matches!(parameter.as_deref(), Some("email" | "receipt_email")) => {
                Self::InvalidFields(Fields::one("email", "Please enter a valid email address."))
            }
            Problem::Refused { reason, .. } => Self::internal(anyhow::anyhow!("Stripe refused: {reason}")),
            Problem::Busy | Problem::Failed | Problem::NoAnswer => {
                Self::PaymentsUnavailable(anyhow::anyhow!("Stripe: {problem:?}"))
            }
        }
    }
}
