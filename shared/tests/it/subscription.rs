//! Subscriptions, with the stand-in for Stripe over a real socket: who subscribes, what they get, how it ends.

use std::collections::BTreeMap;
use std::fmt::Debug;

use shared::account::{self, SubscriptionEnd};
use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::Job;
use shared::payments::Way;
use shared::sign_in::{Before, KnownEmail, Proof, complete};
use shared::staff::users::{self, AtProvider};
use shared::subscription::{
    self, Asker, Buyer, CheckoutToken, Settled, Standing, Wanted, begin, cancel_with_period, end, open_portal, process,
    settle, standing,
};
use shared::testing::{ctx_with, staff, unaudited, user, watch_states};
use shared::user::{self, UserId};
use sqlx::PgPool;
use stripe_standin::StandIn;
use time::{Duration, OffsetDateTime};

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

fn proof(email: &str, is_verified: bool) -> Proof {
    Proof {
        issuer: "https://issuer.example".to_owned(),
        subject: email.to_owned(),
        email: Some(KnownEmail {
            address: email.to_owned(),
            is_verified,
        }),
        first_name: None,
        last_name: None,
        picture: None,
    }
}

async fn sign_in(ctx: &Ctx, email: &str, is_verified: bool) -> UserId {
    complete(ctx, &proof(email, is_verified), &Before::default())
        .await
        .expect("signed in");
    let id = sqlx::query_scalar("select user_id from identity where subject = $1")
        .bind(email)
        .fetch_one(&ctx.db)
        .await
        .expect("known");
    UserId(id)
}

#[sqlx::test(migrations = "../migrations")]
async fn paying_makes_premium_and_each_step_leaves_its_line(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    watch_states(&ctx.db).await;
    let who = user(&ctx.db, 1).await;
    sqlx::query("truncate state_change")
        .execute(&ctx.db)
        .await
        .expect("emptied");
    let way = begin(&ctx, &Buyer::User(who), &wanted("other@mail.example"))
        .await
        .expect("begun");
    assert!(!standing_of(&ctx, who).await.is_premium, "nothing is paid yet");
    stand_in.world().confirm(&secret(way), CARD);
    assert!(
        !standing_of(&ctx, who).await.is_premium,
        "the browser's word counts for nothing"
    );
    deliver(&ctx, &stand_in).await;
    let paid = standing_of(&ctx, who).await;
    assert!(
        paid.is_premium && paid.renews_at.is_some() && paid.cancels_at.is_none(),
        "{paid:?}"
    );
    let found = user::find(&ctx.db, who).await.expect("there");
    let customer = found.stripe_customer_id.clone().expect("a customer");
    assert_eq!(stand_in.world().email_of(&customer), Some("other@mail.example"));
    let portal = open_portal(&ctx, &found, "https://here.example/profile")
        .await
        .expect("opened");
    assert!(portal.starts_with(&stand_in.url), "{portal}");

    let ends = cancel_with_period(&ctx, who).await.expect("cancelled");
    let cancelled = standing_of(&ctx, who).await;
    assert_eq!(
        (cancelled.is_premium, cancelled.cancels_at, cancelled.renews_at),
        (true, Some(ends), None)
    );
    assert_eq!(cancel_with_period(&ctx, who).await.expect("cancelled already"), ends);
    stand_in.world().advance(31 * 24 * 3600);
    deliver(&ctx, &stand_in).await;
    let over = standing_of(&ctx, who).await;
    assert_eq!((over.is_premium, over.status.as_deref()), (false, Some("canceled")));
    assert!(is(&refused(cancel_with_period(&ctx, who).await), "NoBilling"));
    let (without_a_line, changes) = unaudited(&ctx.db).await;
    assert_eq!((without_a_line, changes > 1), (Vec::<String>::new(), true));
}

#[sqlx::test(migrations = "../migrations")]
async fn two_tabs_at_once_begin_one_subscription(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    stand_in.world().faults.latency_ms = 30;
    let who = Buyer::User(user(&ctx.db, 1).await);
    let form = wanted("a@mail.example");
    let tabs = (0..6).map(|_| begin(&ctx, &who, &form));
    let secrets: Vec<String> = futures::future::join_all(tabs)
        .await
        .into_iter()
        .map(|way| secret(way.expect("begun")))
        .collect();
    assert!(secrets.iter().all(|secret| *secret == secrets[0]), "{}", secrets.len());
    {
        let world = stand_in.world();
        assert_eq!((world.customers(), world.subscriptions().count()), (1, 1));
    }
    stand_in.world().confirm(&secrets[0], CARD);
    let late = refused(begin(&ctx, &who, &form).await);
    assert!(
        is(&late, "AlreadySubscribed"),
        "asked again, Stripe says that it is paid: {late:?}"
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn a_declined_card_changes_nothing_and_a_good_one_pays_the_same_subscription(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let form = wanted("a@mail.example");
    let first = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun"));
    let declined = stand_in.world().confirm(&first, DECLINED);
    assert_eq!(declined["error"]["message"], "Your card was declined.");
    deliver(&ctx, &stand_in).await;
    assert!(!standing_of(&ctx, who).await.is_premium);
    let again = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("the same"));
    assert_eq!(again, first);
    stand_in.world().confirm(&again, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(standing_of(&ctx, who).await.is_premium);
    assert_eq!(stand_in.world().subscriptions().count(), 1);
}

#[sqlx::test(migrations = "../migrations")]
async fn what_the_bank_never_confirms_expires_after_23_hours_and_another_can_be_begun(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let form = wanted("a@mail.example");
    let first = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun"));
    assert_eq!(stand_in.world().confirm(&first, ASKS_BANK)["status"], "requires_action");
    deliver(&ctx, &stand_in).await;
    assert!(!standing_of(&ctx, who).await.is_premium);
    stand_in.world().advance(23 * 3600);
    // The event of its end is lost: asked, Stripe says so all the same.
    stand_in.world().take_events();
    let second = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun anew"));
    assert_ne!(second, first);
    assert_eq!(
        stand_in.world().confirm(&second, ASKS_BANK)["status"],
        "requires_action"
    );
    assert_eq!(stand_in.world().authenticate(&second, true)["status"], "succeeded");
    deliver(&ctx, &stand_in).await;
    assert!(standing_of(&ctx, who).await.is_premium);
}

#[sqlx::test(migrations = "../migrations")]
async fn what_a_visitor_paid_waits_for_whoever_proves_the_address(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let token = CheckoutToken::fresh().expect("random");
    let visitor = Buyer::Visitor(token.clone());
    let way = begin(&ctx, &visitor, &wanted("Naomi@Mail.example"))
        .await
        .expect("begun");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    let now = now(&ctx).await;
    let seen = standing(&ctx, &Asker::Visitor(token.clone()), now)
        .await
        .expect("readable");
    assert_eq!((seen.is_premium, seen.status.as_deref()), (true, Some("active")));
    let stranger = Asker::Visitor(CheckoutToken::fresh().expect("random"));
    assert_eq!(
        standing(&ctx, &stranger, now).await.expect("readable"),
        Standing::default()
    );

    let unproven = sign_in(&ctx, "naomi@mail.example", false).await;
    assert!(
        !standing_of(&ctx, unproven).await.is_premium,
        "an address that is not verified claims nothing"
    );
    let other = sign_in(&ctx, "orpah@mail.example", true).await;
    assert!(!standing_of(&ctx, other).await.is_premium);
    sqlx::query("delete from identity")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    let naomi = sign_in(&ctx, "naomi@mail.example", true).await;
    assert!(standing_of(&ctx, naomi).await.is_premium);
    assert_eq!(
        count(
            &ctx,
            "select count(*) from audit_entry where action = 'user.subscription_claimed'"
        )
        .await,
        1
    );
    let after = standing(&ctx, &Asker::Visitor(token), now).await.expect("readable");
    assert_eq!(after, Standing::default(), "the cookie opens it no more");
}

#[sqlx::test(migrations = "../migrations")]
async fn somebody_elses_typed_address_gives_the_typer_nothing_and_the_owner_no_bill(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (owner, _) = subscriber(&ctx, &stand_in, 1).await;
    let typer = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    let email = "person1@example.org";
    let theirs = secret(
        begin(&ctx, &typer, &wanted(email))
            .await
            .expect("a new one, of their own"),
    );
    assert_eq!(stand_in.world().subscriptions().count(), 2);
    let before = standing_of(&ctx, owner).await;
    assert_eq!(sign_in(&ctx, email, true).await, owner);
    assert_eq!(
        standing_of(&ctx, owner).await,
        before,
        "what is only begun in their name changes nothing"
    );
    stand_in.world().confirm(&theirs, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(
        standing_of(&ctx, owner).await.is_premium,
        "what is paid in their name is a gift"
    );
    let receipt = account::delete(&ctx, owner).await.expect("deleted");
    assert_eq!(receipt.subscription, SubscriptionEnd::Cancelling);
    work_off(&ctx).await;
    assert!(stand_in.world().subscriptions().all(|found| found.status == "canceled"));
}

#[sqlx::test(migrations = "../migrations")]
async fn paying_first_and_signing_in_before_the_event_comes_is_claimed_when_it_comes(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    let way = begin(&ctx, &visitor, &wanted("naomi@mail.example"))
        .await
        .expect("begun");
    let naomi = sign_in(&ctx, "naomi@mail.example", true).await;
    assert!(!standing_of(&ctx, naomi).await.is_premium);
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    assert!(standing_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrations = "../migrations")]
async fn each_state_gives_what_was_decided(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().renew(&id, false);
    deliver(&ctx, &stand_in).await;
    let unpaid = standing_of(&ctx, who).await;
    assert_eq!((unpaid.status.as_deref(), unpaid.is_premium), (Some("past_due"), true));
    let grace = unpaid.grace_until.expect("a grace");
    let days = (grace - now(&ctx).await).whole_hours();
    assert!((166..=168).contains(&days), "seven days: {days} hours");
    let account = user::find(&ctx.db, who).await.expect("there");
    assert!(
        !account.is_premium(grace + Duration::seconds(1)),
        "the grace ends by itself"
    );
    for (status, gives) in [
        ("unpaid", false),
        ("active", true),
        ("paused", false),
        ("trialing", true),
        ("canceled", false),
    ] {
        stand_in.world().become_of(&id, status);
        deliver(&ctx, &stand_in).await;
        let standing = standing_of(&ctx, who).await;
        assert_eq!((standing.status.as_deref(), standing.is_premium), (Some(status), gives));
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn deleted_before_created_and_paid_after_cancelled_end_the_same(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("begun");
    let id = stand_in.world().subscriptions().last().expect("one").id.clone();
    // The answer that named it was lost, and with it everything that we knew of it.
    sqlx::query("update subscription set stripe_id = null, status = null, told = 0")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    stand_in.world().pay(&id, CARD);
    stand_in.world().cancel(&id);
    let mut events = stand_in.world().take_events();
    events.reverse();
    for body in events {
        receive(&ctx, &body).await;
        work_off(&ctx).await;
        assert_eq!(standing_of(&ctx, who).await.status.as_deref(), Some("canceled"));
    }
    assert_eq!(count(&ctx, "select count(*) from subscription").await, 1);
    stand_in.world().pay(&id, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(!standing_of(&ctx, who).await.is_premium, "paid after it was cancelled");
}

#[sqlx::test(migrations = "../migrations")]
async fn revoking_and_deleting_end_the_billing_and_the_receipt_tells(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let ruth = staff("Ruth");
    let (_, kept) = users::revoke(&ctx, &ruth, who, AtProvider::Keep)
        .await
        .expect("revoked");
    assert_eq!(kept, SubscriptionEnd::None);
    let (_, ending) = users::revoke(&ctx, &ruth, who, AtProvider::Cancel)
        .await
        .expect("revoked");
    assert_eq!(ending, SubscriptionEnd::Cancelling);
    work_off(&ctx).await;
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
    assert!(!standing_of(&ctx, who).await.is_premium);
    let (_, over) = users::revoke(&ctx, &ruth, who, AtProvider::Cancel)
        .await
        .expect("revoked");
    assert_eq!(over, SubscriptionEnd::Cancelled);
    assert_eq!(
        account::delete(&ctx, who).await.expect("deleted").subscription,
        SubscriptionEnd::Cancelled
    );

    let (who, id) = subscriber(&ctx, &stand_in, 2).await;
    let receipt = account::delete(&ctx, who).await.expect("deleted");
    assert_eq!(receipt.subscription, SubscriptionEnd::Cancelling);
    for _ in 0..2 {
        work_off(&ctx).await;
        sqlx::query("update job set finished_at = null")
            .execute(&ctx.db)
            .await
            .expect("again");
    }
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
    deliver(&ctx, &stand_in).await;
    assert_eq!(
        count(
            &ctx,
            "select count(*) from stripe_customer where email is not null and user_id is null"
        )
        .await,
        0
    );
    let nobody = user(&ctx.db, 3).await;
    assert_eq!(
        account::delete(&ctx, nobody).await.expect("deleted").subscription,
        SubscriptionEnd::None
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn what_is_somebody_elses_at_stripe_stays_theirs(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let foreign = {
        let mut world = stand_in.world();
        let customer = world.make_customer(Some("x@mail.example"), None, BTreeMap::new());
        world.make_subscription(&customer, BTreeMap::new())
    };
    assert_eq!(settle(&ctx, &foreign).await.expect("asked"), Settled::Foreign);
    deliver(&ctx, &stand_in).await;
    assert_eq!(count(&ctx, "select count(*) from subscription").await, 0);
    // Staff make one at Stripe for a customer of ours.
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().cancel(&id);
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    let by_hand = stand_in.world().make_subscription(&customer, BTreeMap::new());
    stand_in.world().pay(&by_hand, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(standing_of(&ctx, who).await.is_premium);
}

fn debug_shows_nothing<T: Debug>(value: &T, needle: &str) {
    assert!(!format!("{value:?}").contains(needle));
}

#[sqlx::test(migrations = "../migrations")]
async fn a_price_that_is_not_twenty_dollars_is_not_sold(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let payments = ctx.payments.clone().expect("set up");
    assert!(!payments.may_sell(), "nothing is sold before the price was looked at");
    stand_in.world().unit_amount = 1999;
    assert!(payments.check_price().await.is_err());
    let who = Buyer::User(user(&ctx.db, 1).await);
    let refusal = refused(begin(&ctx, &who, &wanted("a@mail.example")).await);
    assert!(is(&refusal, "PaymentsNotSetUp"), "{refusal:?}");
    assert_eq!(stand_in.world().customers(), 0);
    stand_in.world().unit_amount = 2000;
    begin(&ctx, &who, &wanted("a@mail.example"))
        .await
        .expect("looked at again");
    assert!(payments.may_sell());
    debug_shows_nothing(
        &ctx.config.payments.as_ref().map(|settings| settings.secret_key.clone()),
        "sk_test",
    );
}

#[test]
fn the_form_is_checked() {
    for (email, name, field) in [
        ("", None, "email"),
        ("  ", None, "email"),
        ("nobody", None, "email"),
        ("a@b.example\r\nbcc: c@d.example", None, "email"),
        ("a@b.example", Some("\u{7}"), "name"),
    ] {
        match Wanted::parse(email, name) {
            Err(Error::InvalidFields(fields)) => assert!(fields.messages().contains_key(field), "{email:?}"),
            other => panic!("{email:?}: {other:?}"),
        }
    }
    assert!(Wanted::parse(" a@b.example ", Some(" ")).is_ok());
}

#[sqlx::test(migrations = "../migrations")]
async fn what_nobody_paid_or_claimed_is_forgotten_after_a_month(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (kept, _) = subscriber(&ctx, &stand_in, 1).await;
    let mut secrets = Vec::new();
    for email in ["paid@mail.example", "unpaid@mail.example"] {
        let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
        secrets.push(secret(begin(&ctx, &visitor, &wanted(email)).await.expect("begun")));
    }
    stand_in.world().confirm(&secrets[0], CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("none"), 0);
    sqlx::query("update stripe_customer set created_at = now() - interval '31 days'")
        .execute(&ctx.db)
        .await
        .expect("a month later");
    for deleted in [1, 0] {
        assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("deleted"), deleted);
    }
    assert_eq!(
        count(
            &ctx,
            "select count(*) from stripe_customer where email = 'paid@mail.example'"
        )
        .await,
        1
    );
    assert!(standing_of(&ctx, kept).await.is_premium);
}
