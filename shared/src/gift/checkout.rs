//! Checkout of a gift: creates a payment at Stripe, and returns how to pay it.
//!
//! Invariant: givers are identified by their account or by the secret in their cookie, never by a typed address. Concurrent
//! checkouts of one giver share one payment.

use uuid::Uuid;

use super::sync::{next_request, store};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::payments::{NewPayment, PaymentState, Payments, Plan, Problem};
use crate::subscription::{Buyer, CheckoutForm, payments};

/// A payment may end at Stripe between reading our row and requesting it; then checkout starts over.
const MAX_ATTEMPTS: u32 = 3;

/// A gift that waits to be paid.
pub struct Begun {
    /// What opens the payment form. Only the giver may see it, and it is never logged.
    pub secret: String,
    /// What is paid, in cents of a dollar.
    pub amount: i64,
}

/// Begins a gift, or finds the unpaid one, and returns how to pay it.
///
/// # Errors
/// `PaymentsNotSetUp` where no years are sold; `PaymentsUnavailable` if Stripe is unavailable, and a retry resumes;
/// `InvalidFields` if Stripe rejects the address; `SignInRequired` if the account is gone; `Conflict` while the bank works
/// on an earlier payment.
pub async fn begin(ctx: &Ctx, giver: &Buyer, form: &CheckoutForm) -> Result<Begun> {
    let payments = payments(ctx)?;
    payments.require_price(Plan::Yearly).await?;
    let cents = payments.yearly_cents().ok_or(Error::PaymentsNotSetUp)?;
    for _ in 0..MAX_ATTEMPTS {
        let reserved = reserve(ctx, giver, form, cents).await?;
        if let Some(secret) = Box::pin(ensure_payment(ctx, payments, &reserved, form.email())).await? {
            let amount = reserved.amount;
            return Ok(Begun { secret, amount });
        }
    }
    Err(Error::PaymentsUnavailable(anyhow::anyhow!(
        "the payment changes all the time"
    )))
}

/// The row reserved for a gift. Row and attempt form the idempotency key at Stripe.
struct Reserved {
    id: Uuid,
    stripe_id: Option<String>,
    attempt: i32,
    amount: i64,
}

async fn reserve(ctx: &Ctx, giver: &Buyer, form: &CheckoutForm, cents: i64) -> Result<Reserved> {
    let mut tx = database::begin(&ctx.db).await?;
    let (user, visitor_hash) = giver.columns();
    if let Some(user) = user {
        sqlx::query!("select id from app_user where id = $1 for update", user)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::SignInRequired)?;
    }
    sqlx::query!(
        "insert into gift (id, giver_id, giver_hash, email, amount) values ($1, $2, $3, $4, $5) on conflict do nothing",
        Uuid::now_v7(),
        user,
        visitor_hash,
        form.email(),
        cents
    )
    .execute(&mut *tx)
    .await?;
    // Another address or amount is another request, which needs another idempotency key. A payment that Stripe knows keeps
    // its amount.
    let reserved = sqlx::query_as!(
        Reserved,
        "update gift set email = $3, amount = case when stripe_id is null then $4 else amount end,
             attempt = attempt + case when stripe_id is null and (email, amount) is distinct from ($3::text, $4::bigint)
                 then 1 else 0 end
         where state = 'begun' and (giver_id = $1 or giver_hash = $2)
         returning id, stripe_id, attempt, amount",
        user,
        visitor_hash,
        form.email(),
        cents
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(reserved)
}

/// Creates or fetches the payment at Stripe, and returns the secret of its form; none if checkout must start over.
async fn ensure_payment(ctx: &Ctx, payments: &Payments, reserved: &Reserved, email: &str) -> Result<Option<String>> {
    if let Some(known) = &reserved.stripe_id {
        return open_payment(ctx, payments, known, email).await;
    }
    let new = NewPayment {
        row: reserved.id,
        attempt: reserved.attempt,
        cents: reserved.amount,
        email,
    };
    match payments.make_payment(new).await {
        Ok(remote) => {
            sqlx::query!(
                "update gift set stripe_id = $2 where id = $1 and stripe_id is null",
                reserved.id,
                remote.id
            )
            .execute(&ctx.db)
            .await?;
            Ok(remote.secret)
        }
        Err(problem) => {
            if problem.sticks_to_key() {
                sqlx::query!(
                    "update gift set attempt = attempt + 1 where id = $1 and attempt = $2",
                    reserved.id,
                    reserved.attempt
                )
                .execute(&ctx.db)
                .await?;
            }
            Err(problem.into())
        }
    }
}

/// The secret of a payment that Stripe knows; none if it is paid or over.
async fn open_payment(ctx: &Ctx, payments: &Payments, id: &str, email: &str) -> Result<Option<String>> {
    let Some(request) = next_request(ctx, id).await? else {
        return Ok(None);
    };
    let answer = payments.payment(id).await;
    let open = match &answer {
        Ok(remote) if remote.state == PaymentState::Open => remote.secret.clone(),
        Ok(remote) if remote.state == PaymentState::Processing => {
            return Err(Error::Conflict("The bank works on this payment."));
        }
        Ok(_) | Err(_) => None,
    };
    store(ctx, request, answer).await?;
    if open.is_some() {
        match payments.readdress_payment(id, email).await {
            // It was paid in another tab meanwhile.
            Err(Problem::Missing) => return Ok(None),
            readdressed => readdressed?,
        }
    }
    Ok(open)
}
