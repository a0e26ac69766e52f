//! Gifts in the data export.

use serde::Serialize;
use shared::account::Gift;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A gift that somebody gave or accepted. One that was accepted says nothing of its giver.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftExport {
    /// Whether they paid it; otherwise they accepted it.
    is_given: bool,
    state: String,
    /// Where the receipt went.
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    stripe_payment_id: Option<String>,
    /// In cents of a dollar.
    #[schema(required)]
    amount: Option<i64>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    created_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    paid_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    expires_at: Option<OffsetDateTime>,
    /// When it was accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    used_at: Option<OffsetDateTime>,
}

impl From<Gift> for GiftExport {
    fn from(gift: Gift) -> Self {
        Self {
            is_given: gift.is_given,
            state: gift.state,
            email: gift.email,
            stripe_payment_id: gift.stripe_id,
            amount: gift.amount,
            created_at: gift.created_at,
            paid_at: gift.paid_at,
            expires_at: gift.expires_at,
            used_at: gift.used_at,
        }
    }
}
