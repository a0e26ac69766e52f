//! Subscribing: from a typed address to something that can be paid.
//!
//! Invariant: nobody is looked up by the address they typed. Somebody who is signed in is known by their account, a
//! visitor by the secret in their cookie, and each is told of their own subscription alone. Two tabs share one.

use sqlx::PgConnection;
use uuid::Uuid;

use super::buyer::{Buyer, Wanted};
use super::payments;
use super::settle::{self, Attached};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::payments::{Begun, NewCustomer, NewSubscription, Payments, Problem, Way};

/// What is found may be over by the time we ask for it: then it is looked again.
const TRIES: u32 = 3;

/// Begins a subscription, or finds the one that was begun, and says how it is paid.
///
/// # Errors
/// `PaymentsNotSetUp`; `PaymentsUnavailable` if Stripe does not answer, and trying again goes on where this stopped;
/// `AlreadySubscribed`; `InvalidFields` if Stripe knows the address to be none; `SignInRequired` if the account is gone.
pub async fn begin(ctx: &Ctx, buyer: &Buyer, wanted: &Wanted) -> Result<Way> {
    let payments = payments(ctx)?;
    payments.insist_on_price().await?;
    for _ in 0..TRIES {
        let place = reserve(ctx, buyer, wanted).await?;
        let Some(customer) = customer_of(ctx, payments, &place, wanted).await? else {
            continue;
        };
        if let Some(way) = way_to_pay(ctx, payments, &place, &customer).await? {
            return Ok(way);
        }
    }
    Err(Error::PaymentsUnavailable(anyhow::anyhow!(
        "the subscription changes all the time"
    )))
}

/// The rows in which a subscription will stand.
struct Place {
    customer: Uuid,
    customer_stripe_id: Option<String>,
    customer_attempt: i32,
    subscription: Uuid,
    subscription_stripe_id: Option<String>,
    subscription_attempt: i32,
}

async fn reserve(ctx: &Ctx, buyer: &Buyer, wanted: &Wanted) -> Result<Place> {
    let mut tx = database::begin(&ctx.db).await?;
    let (user, visitor_hash) = match buyer {
        Buyer::User(user) => (Some(user.0), None),
        Buyer::Visitor(token) => (None, Some(token.hash())),
    };
    if let Some(user) = user {
        sqlx::query!("select id from app_user where id = $1 for update", user)
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(Error::SignInRequired)?;
    }
    sqlx::query!(
        "insert into stripe_customer (id, user_id, by_visitor, visitor_hash, email, name) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        Uuid::now_v7(),
        user,
        visitor_hash.is_some(),
        visitor_hash,
        wanted.email,
        wanted.name
    )
    .execute(&mut *tx)
    .await?;
    let customer = sqlx::query!(
        r#"select id, stripe_id, attempt, (email, name) is distinct from ($3::text, $4::text) as "is_readdressed!"
           from stripe_customer where (not by_visitor and user_id = $1) or visitor_hash = $2 for update"#,
        user,
        visitor_hash,
        wanted.email,
        wanted.name
    )
    .fetch_one(&mut *tx)
    .await?;
    let attempt = customer.attempt + i32::from(customer.is_readdressed);
    sqlx::query!(
        "update stripe_customer set email = $2, name = $3, attempt = $4,
             claimant_id = case when lower(email) = lower($2) then claimant_id end
         where id = $1",
        customer.id,
        wanted.email,
        wanted.name,
        attempt
    )
    .execute(&mut *tx)
    .await?;
    refuse_a_second(&mut tx, user, customer.id).await?;
    let begun = begun_by(&mut tx, customer.id).await?;
    tx.commit().await?;
    Ok(Place {
        customer: customer.id,
        customer_stripe_id: customer.stripe_id,
        customer_attempt: attempt,
        subscription: begun.id,
        subscription_stripe_id: begun.stripe_id,
        subscription_attempt: begun.attempt,
    })
}

/// Nobody pays twice: whoever has a subscription that is paid, or may be again, changes that one.
async fn refuse_a_second(tx: &mut PgConnection, user: Option<Uuid>, customer: Uuid) -> Result<()> {
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

struct Reserved {
    id: Uuid,
    stripe_id: Option<String>,
    attempt: i32,
}

/// The subscription that is not paid yet: the one there is, else a new one.
async fn begun_by(tx: &mut PgConnection, customer: Uuid) -> Result<Reserved> {
    sqlx::query!(
        "insert into subscription (id, customer_id) values ($1, $2)
         on conflict (customer_id) where (status is null or status = 'incomplete') and ending_since is null and not is_adopted do nothing",
        Uuid::now_v7(),
        customer
    )
    .execute(&mut *tx)
    .await?;
    let begun = sqlx::query_as!(
        Reserved,
        "select id, stripe_id, attempt from subscription
         where customer_id = $1 and (status is null or status = 'incomplete') and ending_since is null and not is_adopted",
        customer
    )
    .fetch_one(tx)
    .await?;
    Ok(begun)
}

/// Stripe's name for who pays; none if it must be looked again.
async fn customer_of(ctx: &Ctx, payments: &Payments, place: &Place, wanted: &Wanted) -> Result<Option<String>> {
    let (email, name) = (wanted.email.as_str(), wanted.name.as_deref());
    if let Some(known) = &place.customer_stripe_id {
        // Each time: the last time that it was corrected Stripe may not have heard it.
        return match payments.readdress_customer(known, email, name).await {
            Err(Problem::Missing) => forget_customer(ctx, place).await.map(|()| None),
            told => Ok(told.map(|()| Some(known.clone()))?),
        };
    }
    let new = NewCustomer {
        row: place.customer,
        attempt: place.customer_attempt,
        email,
        name,
    };
    match payments.make_customer(new).await {
        Ok(made) => {
            settle::name_customer(ctx, place.customer, &made).await?;
            Ok(Some(made))
        }
        Err(problem) => {
            if problem.sticks_to_key() {
                forget_customer(ctx, place).await?;
            }
            Err(problem.into())
        }
    }
}

/// The next request for this customer is another one: what Stripe said to the last one it would say again.
async fn forget_customer(ctx: &Ctx, place: &Place) -> Result<()> {
    sqlx::query!(
        "update stripe_customer set attempt = attempt + 1, stripe_id = null
         where id = $1 and attempt = $2 and stripe_id is not distinct from $3",
        place.customer,
        place.customer_attempt,
        place.customer_stripe_id
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// How the subscription of this place is paid; none if it cannot be any more and it must be looked again.
async fn way_to_pay(ctx: &Ctx, payments: &Payments, place: &Place, customer: &str) -> Result<Option<Way>> {
    if let Some(known) = &place.subscription_stripe_id {
        let Some(begun) = settle::ask_for_begun(ctx, payments, known).await? else {
            return Ok(None);
        };
        return Ok(begun.way.filter(|_| begun.said.status == "incomplete"));
    }
    let new = NewSubscription {
        row: place.subscription,
        attempt: place.subscription_attempt,
        customer_row: place.customer,
        customer,
    };
    match payments.make_subscription(new).await {
        Ok(begun) => attach(ctx, place, begun).await,
        Err(Problem::Refused { parameter, .. }) if parameter.as_deref() == Some("customer") => {
            forget_customer(ctx, place).await?;
            another_attempt(ctx, place).await?;
            Ok(None)
        }
        Err(problem) => {
            if problem.sticks_to_key() {
                another_attempt(ctx, place).await?;
            }
            Err(problem.into())
        }
    }
}

async fn another_attempt(ctx: &Ctx, place: &Place) -> Result<()> {
    sqlx::query!(
        "update subscription set attempt = attempt + 1 where id = $1 and attempt = $2",
        place.subscription,
        place.subscription_attempt
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

async fn attach(ctx: &Ctx, place: &Place, begun: Begun) -> Result<Option<Way>> {
    match settle::attach(ctx, place.subscription, &begun.said).await? {
        Attached::Ours => begun.way.map(Some).ok_or_else(|| {
            Error::internal(anyhow::anyhow!(
                "a new subscription has neither a secret nor an invoice's page"
            ))
        }),
        // The account was deleted while Stripe was asked: the job that ends it was enqueued.
        Attached::Unwanted => Err(Error::SignInRequired),
    }
}
