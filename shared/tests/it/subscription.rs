//! Subscriptions, with the Stripe stand-in over a real socket: checkout, premium and end.

mod claim;
mod duplicate;
mod end;
mod issues;
mod late;
mod limits;
mod mistyped;
mod paying;
mod states;
mod yearly;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::gift;
use shared::ids::UserId;
use shared::jobs::Job;
use shared::payments::FirstPayment;
use shared::subscription::{self, Buyer, Caller, CheckoutForm, SubscriptionStatus, begin, end, process, status};
use shared::user;
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{ctx_with, user};
use time::OffsetDateTime;

pub const CARD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000002";
const ASKS_BANK: &str = "4000002500003155";

/// A context and the Stripe stand-in that it uses.
pub async fn with_stand_in(db: PgPool) -> (Ctx, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    (ctx_with(db, &stand_in.settings()), stand_in)
}

/// Runs Stripe's due jobs, as a worker would, until none succeeds. Failed ones stay.
pub async fn run_due_jobs(ctx: &Ctx) -> usize {
    let mut done = 0;
    loop {
        let due: Vec<(uuid::Uuid, sqlx::types::Json<Job>)> = sqlx::query_as(
            "select id, payload from job where finished_at is null and dead_at is null
                 and kind in ('process_stripe_event', 'end_subscription', 'sweep_stripe_events', 'compare_subscriptions',
                     'end_duplicate', 'find_duplicates', 'refund_gift')",
        )
        .fetch_all(&ctx.db)
        .await
        .expect("readable");
        let mut has_done = false;
        for (id, sqlx::types::Json(job)) in due {
            if run(ctx, &job).await.is_ok() {
                sqlx::query("update job set finished_at = now() where id = $1")
                    .bind(id)
                    .execute(&ctx.db)
                    .await
                    .expect("written");
                (has_done, done) = (true, done + 1);
            }
        }
        if !has_done {
            return done;
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the query above picks these kinds alone")]
async fn run(ctx: &Ctx, job: &Job) -> Result<()> {
    match job {
        Job::ProcessStripeEvent { id } => process(ctx, *id).await,
        Job::EndSubscription { id } => end(ctx, *id).await,
        Job::EndDuplicate { id } => subscription::end_duplicate(ctx, *id).await,
        Job::RefundGift { id } => gift::refund(ctx, *id).await,
        Job::FindDuplicates { user } => subscription::find_duplicates(ctx, UserId(*user)).await,
        Job::SweepStripeEvents => subscription::sweep(ctx).await,
        Job::ReconcileSubscriptions => subscription::reconcile(ctx).await,
        other => panic!("{other:?} is no job of Stripe's"),
    }
}

/// The database's time. The stand-in's clock may be ahead.
pub async fn now(ctx: &Ctx) -> OffsetDateTime {
    sqlx::query_scalar("select now()")
        .fetch_one(&ctx.db)
        .await
        .expect("the time")
}

/// The result of a `count(*)` query.
pub async fn count(ctx: &Ctx, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&ctx.db).await.expect("countable")
}

/// Delivers the stand-in's events and runs their jobs.
pub async fn deliver(ctx: &Ctx, stand_in: &StandIn) {
    let events = stand_in.world().take_events();
    for body in events {
        receive(ctx, &body).await;
    }
    run_due_jobs(ctx).await;
}

/// Receives a signed event.
pub async fn receive(ctx: &Ctx, body: &str) {
    let now = now(ctx).await;
    let header = stripe_standin::signature(stripe_standin::WEBHOOK_SECRET, now.unix_timestamp(), body);
    subscription::receive(ctx, &header, body.as_bytes(), now)
        .await
        .expect("taken in");
}

pub fn wanted(email: &str) -> CheckoutForm {
    CheckoutForm::parse(email, Some("Ruth Naomi")).expect("a good form")
}

/// The client secret of the payment form.
pub fn secret(way: FirstPayment) -> String {
    match way {
        FirstPayment::Form(secret) => secret,
        FirstPayment::Page(url) => panic!("a page instead of the form: {url}"),
    }
}

pub async fn status_of(ctx: &Ctx, who: UserId) -> SubscriptionStatus {
    let found = user::find(&ctx.db, who).await.expect("there");
    let now = now(ctx).await;
    let standing = status(ctx, &Caller::User(Box::new(found.clone())), now)
        .await
        .expect("readable");
    assert_eq!(
        found.is_premium(now),
        standing.is_premium,
        "the account says the same as the subscription"
    );
    standing
}

/// A user who has paid, with the payment processed, and the id of their subscription.
pub async fn subscriber(ctx: &Ctx, stand_in: &StandIn, number: u8) -> (UserId, String) {
    let who = user(&ctx.db, number).await;
    let way = begin(ctx, &Buyer::User(who), &wanted("receipts@mail.example"))
        .await
        .expect("begun");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(ctx, stand_in).await;
    let stripe_id = stand_in.world().subscriptions().last().expect("one").id.clone();
    assert!(status_of(ctx, who).await.is_premium);
    (who, stripe_id)
}

pub fn refused<T>(result: Result<T>) -> Error {
    match result {
        Err(error) => error,
        Ok(_) => panic!("it was not refused"),
    }
}

pub fn is(error: &Error, expected: &str) -> bool {
    format!("{error:?}").starts_with(expected)
}
