//! What can become of a question.

use stripe::StripeError;

use crate::error::{Error, Fields};

/// Why there is no answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// There is no such thing at Stripe.
    Missing,
    /// The same request, with the same key, is under way.
    Busy,
    /// Stripe refused, and will say the same to the same key.
    Refused {
        /// The parameter that it did not like.
        parameter: Option<String>,
        /// The status and Stripe's code.
        reason: String,
    },
    /// Stripe failed at it. It says the same to the same key, and may have done it or not.
    Failed,
    /// No answer, or none for now.
    Silent,
}

impl Problem {
    /// Whether Stripe repeats this to whoever repeats the key.
    #[must_use]
    pub const fn sticks_to_key(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Failed)
    }
}

impl From<StripeError> for Problem {
    fn from(error: StripeError) -> Self {
        // The error itself may quote what somebody typed: it is looked at and thrown away.
        match error {
            StripeError::Stripe(error, status) => match status {
                404 => Self::Missing,
                409 => Self::Busy,
                429 => Self::Silent,
                500.. => Self::Failed,
                _ => Self::Refused {
                    reason: format!(
                        "{status} {}",
                        error.code.as_ref().map_or("no code", |code| code.as_str())
                    ),
                    parameter: error.param,
                },
            },
            StripeError::JSONDeserialize(_) | StripeError::ClientError(_) | StripeError::Timeout => Self::Silent,
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
            Problem::Refused { parameter, .. } if parameter.as_deref() == Some("email") => {
                Self::InvalidFields(Fields::one("email", "Please enter a valid email address."))
            }
            Problem::Refused { reason, .. } => Self::internal(anyhow::anyhow!("Stripe refused: {reason}")),
            Problem::Busy | Problem::Failed | Problem::Silent => {
                Self::PaymentsUnavailable(anyhow::anyhow!("Stripe: {problem:?}"))
            }
        }
    }
}
