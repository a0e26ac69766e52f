//! Subscriptions, with the stand-in for Stripe over a real socket: who subscribes, what they get, how it ends.

mod claim;
mod end;
mod paying;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::Job;
use shared::payments::Way;
use shared::subscription::{self, Asker, Buyer, Standing, Wanted, begin, end, process, standing};
use shared::testing::{ctx_with, user};
use shared::user::{self, UserId};
use sqlx::PgPool;
use stripe_standin::StandIn;
use time::OffsetDateTime;

pub const CARD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000002";
const ASKS_BANK: &str = "4000002500003155";

/// A product and its stand-in.
pub async fn with_stand_in(db: PgPool) -> (Ctx, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    (ctx_with(db, &stand_in.settings()), stand_in)
}

/// Does what is due of Stripe's jobs, as a worker would, until nothing is. What fails stays.
pub async fn work_off(ctx: &Ctx) -> usize {
    let mut done = 0;
    loop {
        let due: Vec<(uuid::Uuid, sqlx::types::Json<Job>)> = sqlx::query_as(
            "select id, payload from job where finished_at is null and dead_at is null
                 and kind in ('process_stripe_event', 'end_subscription', 'sweep_stripe_events', 'compare_subscriptions')",
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
        Job::SweepStripeEvents => subscription::sweep(ctx).await,
        Job::CompareSubscriptions => subscription::compare(ctx).await,
        other => panic!("{other:?} is no job of Stripe's"),
    }
}

/// The time here; the stand-in's may be ahead.
pub async fn now(ctx: &Ctx) -> OffsetDateTime {
    sqlx::query_scalar("select now()")
        .fetch_one(&ctx.db)
        .await
        .expect("the time")
}

/// How many rows a query counts.
pub async fn count(ctx: &Ctx, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&ctx.db).await.expect("countable")
}

/// Everything that the stand-in told arrives and is worked off.
pub async fn deliver(ctx: &Ctx, stand_in: &StandIn) {
    let events = stand_in.world().take_events();
    for body in events {
        receive(ctx, &body).await;
    }
    work_off(ctx).await;
}

/// An event arrives, signed.
pub async fn receive(ctx: &Ctx, body: &str) {
    let now = now(ctx).await;
    let header = stripe_standin::signature(stripe_standin::WEBHOOK_SECRET, now.unix_timestamp(), body);
    subscription::receive(ctx, &header, body.as_bytes(), now)
        .await
        .expect("taken in");
}

pub fn wanted(email: &str) -> Wanted {
    Wanted::parse(email, Some("Ruth Naomi")).expect("a good form")
}

/// The secret that opens the payment form.
pub fn secret(way: Way) -> String {
    match way {
        Way::Form(secret) => secret,
        Way::Page(url) => panic!("a page instead of the form: {url}"),
    }
}

async fn standing_of(ctx: &Ctx, who: UserId) -> Standing {
    let found = user::find(&ctx.db, who).await.expect("there");
    let now = now(ctx).await;
    let standing = standing(ctx, &Asker::User(Box::new(found.clone())), now)
        .await
        .expect("readable");
    assert_eq!(
        found.is_premium(now),
        standing.is_premium,
        "the account says the same as the subscription"
    );
    standing
}

/// Somebody who has paid, and whose payment is known.
pub async fn subscriber(ctx: &Ctx, stand_in: &StandIn, number: u8) -> (UserId, String) {
    let who = user(&ctx.db, number).await;
    let way = begin(ctx, &Buyer::User(who), &wanted("receipts@mail.example"))
        .await
        .expect("begun");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(ctx, stand_in).await;
    let stripe_id = stand_in.world().subscriptions().last().expect("one").id.clone();
    assert!(standing_of(ctx, who).await.is_premium);
    (who, stripe_id)
}

fn refused<T>(result: Result<T>) -> Error {
    match result {
        Err(error) => error,
        Ok(_) => panic!("it was not refused"),
    }
}

fn is(error: &Error, expected: &str) -> bool {
    format!("{error:?}").starts_with(expected)
}
