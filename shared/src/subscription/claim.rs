//! Claiming: a subscription paid by a visitor becomes the user's who signs in with the same verified address.
//!
//! Invariant: only a sign-in with a verified address claims, and only paid subscriptions. An unpaid subscription that
//! someone else started with that address has no effect on the user, however many there are.

use sqlx::PgConnection;
use uuid::Uuid;

use super::CheckoutToken;
use super::locked::{notify, refresh_and_notify};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::error::Result;
use crate::ids::UserId;

/// Claims the subscriptions of a verified address, in the transaction of a sign-in that has locked the account.
///
/// If this browser has begun an unpaid one with that address, the user is recorded as its claimant, who gets it once it
/// is paid.
pub async fn claim(
    tx: &mut PgConnection,
    user: UserId,
    verified_email: &str,
    browser: Option<&CheckoutToken>,
) -> Result<()> {
    // Locked before their subscriptions, as every write of a Stripe answer does. The cookie of the visitor no longer
    // gives access.
    let claimed: Vec<Uuid> = sqlx::query_scalar!(
        "with paid as (
             select id from stripe_customer
             where user_id is null and first_paid_at is not null and lower(email) = lower($1) order by id for update
         )
         update stripe_customer set user_id = $2, claimant_id = null, visitor_hash = null
         from paid where stripe_customer.id = paid.id returning stripe_customer.id",
        verified_email,
        user.0
    )
    .fetch_all(&mut *tx)
    .await?;
    if let Some(browser) = browser {
        sqlx::query!(
            "update stripe_customer set claimant_id = $2
             where visitor_hash = $3 and user_id is null and lower(email) = lower($1)",
            verified_email,
            user.0,
            browser.hash()
        )
        .execute(&mut *tx)
        .await?;
    }
    let Some((first, others)) = claimed.split_first() else {
        return Ok(());
    };
    refresh_and_notify(tx, *first, Some(user)).await?;
    for other in others {
        notify(tx, *other).await?;
    }
    let entry = Entry::new(Actor::User(user), Action::SubscriptionClaimed, Subject::User(user.0));
    audit::record(tx, &entry).await?;
    Ok(())
}
