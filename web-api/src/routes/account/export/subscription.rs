//! The subscriptions of a user in their export.

use serde::Serialize;
use shared::account::Subscription;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A subscription, as the payment provider last described it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionExport {
    #[schema(required)]
    stripe_subscription_id: Option<String>,
    #[schema(required)]
    stripe_customer_id: Option<String>,
    /// Where receipts go.
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    name: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[schema(required)]
    status: Option<String>,
    /// How often it is paid: `monthly`, `yearly`, or `other`.
    plan: String,
    /// When the month or year that is paid is over.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    period_end: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    ends_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    unpaid_since: Option<OffsetDateTime>,
}

impl From<Subscription> for SubscriptionExport {
    fn from(subscription: Subscription) -> Self {
        Self {
            stripe_subscription_id: subscription.stripe_id,
            stripe_customer_id: subscription.stripe_customer_id,
            email: subscription.email,
            name: subscription.name,
            created_at: subscription.created_at,
            status: subscription.status,
            plan: subscription.plan,
            period_end: subscription.period_end,
            ends_at: subscription.ends_at,
            unpaid_since: subscription.unpaid_since,
        }
    }
}
