//! Checkout: creates a customer and a subscription at Stripe, and returns how to pay.
//!
//! Invariant: buyers are identified by their account or by the secret in their cookie, never by a typed address. They
//! only ever see their own subscription. Concurrent checkouts of one buyer share one subscription.

use sqlx::PgConnection;
use uuid::Uuid;

use super::buyer::{Buyer, CheckoutForm};
use super::limits::require_proof_of_crowded_address;
use super::other_plan::{OtherPlan, leave};
use super::payments;
use super::sync::{self, Attached};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::payments::{
    Contact, FirstPayment, NewCustomer, NewSubscription, PayableSubscription, Payments, Plan, Problem,
};

/// A subscription may end at Stripe between reading our row and requesting it; then checkout starts over.
const MAX_ATTEMPTS: u32 = 3;

/// Starts a subscription, or finds the unpaid one, and returns how to pay it.
///
/// # Errors
/// `PaymentsNotSetUp`; `PaymentsUnavailable` if Stripe is unavailable, and a retry resumes; `AlreadySubscribed`;
/// `InvalidFields` if Stripe rejects the address; `SignInRequired` if the account is gone; `AddressNotProven` if too many
/// unpaid checkouts of visitors name the address.
pub async fn begin(ctx: &Ctx, buyer: &Buyer, form: &CheckoutForm) -> Result<FirstPayment> {
    let payments = payments(ctx)?;
    payments.require_price(form.plan).await?;
    for _ in 0..MAX_ATTEMPTS {
        let reservation = reserve(ctx, buyer, form).await?;
        if reservation.plan != form.plan {
            leave(ctx, payments, &reservation.as_other_plan(form.plan)).await?;
            continue;
        }
        let Some(customer) = ensure_customer(ctx, payments, &reservation, form).await? else {
            continue;
        };
        if let Some(payment) = ensure_payment(ctx, payments, &reservation, &customer).await? {
            return Ok(payment);
        }
    }
    Err(Error::PaymentsUnavailable(anyhow::anyhow!(
        "the subscription changes all the time"
    )))
}

/// The rows reserved for a subscription and its customer. Row and attempt form the idempotency key at Stripe.
struct Reservation {
    customer: Uuid,
    customer_stripe_id: Option<String>,
    customer_attempt: i32,
    subscription: Uuid,
    subscription_stripe_id: Option<String>,
    subscription_attempt: i32,
    /// The plan of the unpaid subscription.
    plan: Plan,
}

impl Reservation {
    fn as_other_plan(&self, wanted: Plan) -> OtherPlan<'_> {
        OtherPlan {
            subscription: self.subscription,
            attempt: self.subscription_attempt,
            stripe_id: self.subscription_stripe_id.as_deref(),
            wanted,
        }
    }
}

async fn reserve(ctx: &Ctx, buyer: &Buyer, form: &CheckoutForm) -> Result<Reservation> {
    let mut tx = database::begin(&ctx.db).await?;
    let (user, visitor_hash) = buyer.columns();
    if let Some(user) = user {
        sqlx::query!("select id from app_user where id = $1 for update", user)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::SignInRequired)?;
    }
    require_proof_of_crowded_address(&mut tx, buyer, form).await?;
    sqlx::query!(
        "insert into stripe_customer (id, user_id, by_visitor, visitor_hash, email, name) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        Uuid::now_v7(),
        user,
        visitor_hash.is_some(),
        visitor_hash,
        form.email,
        form.name
    )
    .execute(&mut *tx)
    .await?;
    let customer = sqlx::query!(
        r#"select id, stripe_id, attempt, (email, name, language) is distinct from ($3::text, $4::text, $5::text) as "is_changed!"
           from stripe_customer where (not by_visitor and user_id = $1) or visitor_hash = $2 for update"#,
        user,
        visitor_hash,
        form.email,
        form.name,
        form.locale.tag()
    )
    .fetch_one(&mut *tx)
    .await?;
    let attempt = customer.attempt + i32::from(customer.is_changed);
    sqlx::query!(
        "update stripe_customer set email = $2, name = $3, attempt = $4, language = $5,
             claimant_id = case when lower(email) = lower($2) then claimant_id end
         where id = $1",
        customer.id,
        form.email,
        form.name,
        attempt,
        form.locale.tag()
    )
    .execute(&mut *tx)
    .await?;
    refuse_second_subscription(&mut tx, user, customer.id).await?;
    let subscription = ensure_unpaid_subscription(&mut tx, customer.id, form.plan).await?;
    tx.commit().await?;
    Ok(Reservation {
        customer: customer.id,
        customer_stripe_id: customer.stripe_id,
        customer_attempt: attempt,
        subscription: subscription.id,
        subscription_stripe_id: subscription.stripe_id,
        subscription_attempt: subscription.attempt,
        plan: Plan::from_word(&subscription.plan),
    })
}

/// Fails if the buyer already has a subscription that is paid or may be paid again, so that nobody pays twice.
async fn refuse_second_subscription(tx: &mut PgConnection, user: Option<Uuid>, customer: Uuid) -> Result<()> {
    let has_one = sqlx::query_scalar!(
        r#"select exists (
               select from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
               where (stripe_customer.user_id = $1 or stripe_customer.id = $2) and ending_since is null
                   and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused')) as "has_one!""#,
        user,
        customer
    )
    .fetch_one(tx)
    .await?;
    if has_one { Err(Error::AlreadySubscribed) } else { Ok(()) }
}

struct UnpaidSubscription {
    id: Uuid,
    stripe_id: Option<String>,
    attempt: i32,
    plan: String,
}

/// Finds or inserts the unpaid subscription of a customer. The cards that were declined for the plan that was left before
/// count for the new one.
async fn ensure_unpaid_subscription(tx: &mut PgConnection, customer: Uuid, plan: Plan) -> Result<UnpaidSubscription> {
    sqlx::query!(
        "insert into subscription (id, customer_id, plan, declines)
             select $1, $2, $3, coalesce(max(declines), 0) from subscription
             where customer_id = $2 and plan <> $3 and status = 'incomplete_expired' and ending_since is null
                 and created_at > now() - interval '1 day'
         on conflict (customer_id) where (status is null or status = 'incomplete') and ending_since is null and not is_adopted do nothing",
        Uuid::now_v7(),
        customer,
        plan.as_str()
    )
    .execute(&mut *tx)
    .await?;
    let payable = sqlx::query_as!(
        UnpaidSubscription,
        "select id, stripe_id, attempt, plan from subscription
         where customer_id = $1 and (status is null or status = 'incomplete') and ending_since is null and not is_adopted",
        customer
    )
    .fetch_one(tx)
    .await?;
    Ok(payable)
}

/// Creates or updates the customer at Stripe, and returns its id; none if checkout must start over.
async fn ensure_customer(
    ctx: &Ctx,
    payments: &Payments,
    reservation: &Reservation,
    form: &CheckoutForm,
) -> Result<Option<String>> {
    let contact = Contact {
        email: &form.email,
        name: form.name.as_deref(),
        locale: Some(form.locale),
    };
    if let Some(known) = &reservation.customer_stripe_id {
        // Unconditional, because an earlier update may not have reached Stripe.
        return match payments.update_customer(known, contact).await {
            Err(Problem::Missing) => reset_customer(ctx, reservation).await.map(|()| None),
            updated => Ok(updated.map(|()| Some(known.clone()))?),
        };
    }
    let new = NewCustomer {
        row: reservation.customer,
        attempt: reservation.customer_attempt,
        contact,
    };
    match payments.make_customer(new).await {
        Ok(stripe_id) => {
            sync::store_customer_id(ctx, reservation.customer, &stripe_id).await?;
            Ok(Some(stripe_id))
        }
        Err(problem) => {
            if problem.sticks_to_key() {
                reset_customer(ctx, reservation).await?;
            }
            Err(problem.into())
        }
    }
}

/// Starts a new attempt with a new idempotency key, because Stripe repeats its answer to the old one.
async fn reset_customer(ctx: &Ctx, reservation: &Reservation) -> Result<()> {
    sqlx::query!(
        "update stripe_customer set attempt = attempt + 1, stripe_id = null
         where id = $1 and attempt = $2 and stripe_id is not distinct from $3",
        reservation.customer,
        reservation.customer_attempt,
        reservation.customer_stripe_id
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// Creates or fetches the subscription at Stripe, and returns how to pay it; none if checkout must start over.
async fn ensure_payment(
    ctx: &Ctx,
    payments: &Payments,
    reservation: &Reservation,
    customer: &str,
) -> Result<Option<FirstPayment>> {
    if let Some(known) = &reservation.subscription_stripe_id {
        let Some(payable) = sync::fetch_payable(ctx, payments, known).await? else {
            return Ok(None);
        };
        return Ok(payable.payment.filter(|_| payable.remote.status == "incomplete"));
    }
    let new = NewSubscription {
        row: reservation.subscription,
        attempt: reservation.subscription_attempt,
        customer_row: reservation.customer,
        customer,
        plan: reservation.plan,
    };
    match payments.make_subscription(new).await {
        Ok(payable) => attach(ctx, reservation, payable).await,
        Err(Problem::Refused { parameter, .. }) if parameter.as_deref() == Some("customer") => {
            reset_customer(ctx, reservation).await?;
            next_attempt(ctx, reservation).await?;
            Ok(None)
        }
        Err(problem) => {
            if problem.sticks_to_key() {
                next_attempt(ctx, reservation).await?;
            }
            Err(problem.into())
        }
    }
}

async fn next_attempt(ctx: &Ctx, reservation: &Reservation) -> Result<()> {
    sqlx::query!(
        "update subscription set attempt = attempt + 1 where id = $1 and attempt = $2",
        reservation.subscription,
        reservation.subscription_attempt
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

async fn attach(ctx: &Ctx, reservation: &Reservation, payable: PayableSubscription) -> Result<Option<FirstPayment>> {
    match sync::attach(ctx, reservation.subscription, &payable.remote).await? {
        Attached::Ours => payable.payment.map(Some).ok_or_else(|| {
            Error::internal(anyhow::anyhow!(
                "a new subscription has neither a secret nor an invoice's page"
            ))
        }),
        // The account was deleted during the request to Stripe. A job that ends the subscription is enqueued.
        Attached::Unwanted => Err(Error::SignInRequired),
    }
}
