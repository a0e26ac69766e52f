//! A year of premium that somebody pays for somebody else.
//!
//! Invariant: only Stripe's answer makes a gift paid, refunded or disputed. Its code is stored as a hash, and sealed for its
//! giver until it is used. It is used once, and who gets it learns nothing about who paid.

mod accept;
mod balance;
mod checkout;
mod code;
mod letter;
mod limits;
mod own;
mod refund;
mod sweep;
mod sync;

pub use accept::{Outcome, accept, look};
pub use balance::{GIFT, settle};
pub use checkout::{Begun, begin};
pub use code::GiftCode;
pub use letter::paid_letter;
pub use limits::{count_attempt, count_checkout};
pub use own::{Own, own};
pub use refund::refund;
pub use sweep::delete_abandoned;
pub use sync::sync;

pub(crate) use accept::{end_by_staff, take};
pub(crate) use limits::{cancel_if_declined, count_decline};
pub(crate) use sweep::{reconcile, sweep};

/// The state of a gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It can be paid.
    Begun,
    /// It was never paid, and can be paid no more.
    Canceled,
    /// It is paid, and its code can be used.
    Paid,
    /// Somebody has accepted it.
    Used,
    /// Staff give the money back. Its code is closed.
    Refunding,
    /// The money was given back.
    Refunded,
    /// The cardholder disputes the payment.
    Disputed,
    /// Staff have ended it.
    Ended,
}

impl State {
    /// The word in the column `gift.state`, in the audit trail and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Canceled => "canceled",
            Self::Paid => "paid",
            Self::Used => "used",
            Self::Refunding => "refunding",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
            Self::Ended => "ended",
        }
    }

    /// The state of a word. An unknown word is of a later version, whose gifts this one leaves alone.
    pub fn from_word(word: &str) -> Self {
        match word {
            "begun" => Self::Begun,
            "canceled" => Self::Canceled,
            "paid" => Self::Paid,
            "used" => Self::Used,
            "refunding" => Self::Refunding,
            "refunded" => Self::Refunded,
            "disputed" => Self::Disputed,
            _ => Self::Ended,
        }
    }
}
