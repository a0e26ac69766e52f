//! The plans: by the month, or by the year.

use stripe_shared::{RecurringInterval, Subscription};

/// How often a subscription is paid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plan {
    /// Every month.
    #[default]
    Monthly,
    /// Every year.
    Yearly,
    /// At another interval, which staff have set at Stripe. It is not sold.
    Other,
}

impl Plan {
    /// The word in the column `subscription.plan`, and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
            Self::Other => "other",
        }
    }

    /// The plan of a word.
    pub fn from_word(word: &str) -> Self {
        match word {
            "monthly" => Self::Monthly,
            "yearly" => Self::Yearly,
            _ => Self::Other,
        }
    }

    /// How often a subscription is paid at Stripe, whatever its price is.
    pub(super) fn of(found: &Subscription) -> Self {
        let Some(item) = found.items.data.first() else {
            return Self::Other;
        };
        let Some(recurring) = &item.price.recurring else {
            return Self::Other;
        };
        match (&recurring.interval, recurring.interval_count) {
            (RecurringInterval::Month, 1) => Self::Monthly,
            (RecurringInterval::Year, 1) | (RecurringInterval::Month, 12) => Self::Yearly,
            _ => Self::Other,
        }
    }
}
