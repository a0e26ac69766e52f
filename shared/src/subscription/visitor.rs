//! What the browser that paid as a visitor may do: correct the address, and open the receipt. It cancels as a user does.
//!
//! Invariant: the cookie of the checkout gives access until somebody has claimed the subscription, and not longer.

use super::buyer::{Buyer, CheckoutForm, CheckoutToken};
use super::{duplicate, payments};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::notifications::{self, Notification};
use crate::payments::Contact;

/// Changes the address of a paid and unclaimed subscription, here and at Stripe.
///
/// # Errors
/// `NotFound` if this browser has paid none, or it was claimed; `PaymentsNotSetUp`; `PaymentsUnavailable` if Stripe does
/// not answer: then only later receipts may go to the old address, and a retry corrects that.
pub async fn correct_address(ctx: &Ctx, browser: &CheckoutToken, form: &CheckoutForm) -> Result<()> {
    let payments = payments(ctx)?;
    let mut tx = database::begin(&ctx.db).await?;
    let customer = sqlx::query!(
        "update stripe_customer set email = $2, is_declined = false, claimant_id = null
         where visitor_hash = $1 and user_id is null and first_paid_at is not null
         returning id, stripe_id, name, (select subscription.id from subscription
             where customer_id = stripe_customer.id order by created_at desc limit 1) as subscription",
        browser.hash(),
        form.email
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    duplicate::dismiss(&mut tx, &[customer.id]).await?;
    let subject = Subject::Subscription(customer.subscription.unwrap_or(customer.id));
    let entry = Entry::new(Actor::System, Action::SubscriptionReaddressed, subject);
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    notifications::notify(&mut tx, &Notification::Subscription(customer.id)).await?;
    tx.commit().await?;
    let Some(stripe_id) = customer.stripe_id else {
        return Ok(());
    };
    let contact = Contact {
        email: &form.email,
        name: customer.name.as_deref(),
        locale: None,
    };
    Ok(payments.update_customer(&stripe_id, contact).await?)
}

/// The URL of the newest receipt: Stripe's page of the latest invoice.
///
/// # Errors
/// `NoBilling` if the buyer has paid nothing; `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn receipt(ctx: &Ctx, buyer: &Buyer) -> Result<String> {
    let payments = payments(ctx)?;
    let (user, visitor_hash) = buyer.columns();
    let newest = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!" from subscription
           join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status not in ('incomplete', 'incomplete_expired')
           order by subscription.created_at desc limit 1"#,
        user,
        visitor_hash
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(Error::NoBilling)?;
    payments.invoice_page(&newest).await?.ok_or(Error::NoBilling)
}
