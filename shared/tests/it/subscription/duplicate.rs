//! Paid twice: two browsers, a visitor's payment beside an account's, and a subscriber who signs out and pays again.

use shared::ctx::Ctx;
use shared::ids::UserId;
use shared::jobs::{Job, Mail};
use shared::staff::{duplicates, subscriptions};
use shared::subscription::{
    self, Buyer, Caller, CheckoutToken, accept, begin, decline, duplicate_letter, is_offered, reconcile, status,
};
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{ctx_with, staff, unaudited, watch_states};

use super::claim::{sign_in, sign_in_with};
use super::{CARD, count, deliver, is, now, refused, run_due_jobs, secret, status_of, wanted, with_stand_in};

const ADDRESS: &str = "naomi@mail.example";
const OTHER_CARD: &str = "5555555555554444";
const PRICE: i64 = 2000;

/// A visitor in a new browser who has paid with a card; their cookie and the id of the subscription.
async fn pay_as_visitor(ctx: &Ctx, stand_in: &StandIn, card: &str) -> (CheckoutToken, String) {
    let token = CheckoutToken::fresh().expect("random");
    let way = begin(ctx, &Buyer::Visitor(token.clone()), &wanted(ADDRESS))
        .await
        .expect("begun");
    (token, pay(ctx, stand_in, &secret(way), card).await)
}

async fn pay_as_user(ctx: &Ctx, stand_in: &StandIn, user: UserId) -> String {
    let way = begin(ctx, &Buyer::User(user), &wanted(ADDRESS)).await.expect("begun");
    pay(ctx, stand_in, &secret(way), CARD).await
}

async fn pay(ctx: &Ctx, stand_in: &StandIn, secret: &str, card: &str) -> String {
    stand_in.world().confirm(secret, card);
    deliver(ctx, stand_in).await;
    stand_in.world().subscriptions().last().expect("one").id.clone()
}

/// Runs all jobs and delivers what Stripe says about them, until nothing is left.
async fn settle(ctx: &Ctx, stand_in: &StandIn) {
    for _ in 0..3 {
        run_due_jobs(ctx).await;
        deliver(ctx, stand_in).await;
    }
}

fn status_at_stripe(stand_in: &StandIn, id: &str) -> (String, i64) {
    let world = stand_in.world();
    (
        world.subscription(id).expect("there").status.clone(),
        world.refunded(id),
    )
}

/// What was found, as staff see it: the id at Stripe and the state.
async fn listed(ctx: &Ctx) -> Vec<(String, String)> {
    let all = duplicates::list(&ctx.db).await.expect("listed");
    let row = |one: duplicates::Duplicate| (one.stripe_id.unwrap_or_default(), one.state);
    all.into_iter().map(row).collect()
}

/// The subjects of the mails to those who paid twice.
async fn mails(ctx: &Ctx) -> Vec<String> {
    let waiting: Vec<sqlx::types::Json<Job>> =
        sqlx::query_scalar("select payload from job where kind = 'send_mail' order by id")
            .fetch_all(&ctx.db)
            .await
            .expect("readable");
    let mut subjects = Vec::new();
    for sqlx::types::Json(job) in waiting {
        if let Job::SendMail {
            message: Mail::DuplicateSubscription { subscription },
        } = job
        {
            let letter = duplicate_letter(ctx, subscription).await.expect("rendered");
            subjects.extend(letter.map(|letter| format!("{} {}", letter.to, letter.subject)));
        }
    }
    subjects
}

/// A context whose mails can name pages.
async fn with_mail(db: PgPool) -> (Ctx, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    let mut settings = stand_in.settings().to_vec();
    settings.push(("PUBLIC_URL", "https://here.example"));
    (ctx_with(db, &settings), stand_in)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_subscriber_who_signs_out_pays_again_and_signs_in_gets_the_second_payment_back(db: PgPool) {
    let (ctx, stand_in) = with_mail(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let first = pay_as_user(&ctx, &stand_in, naomi).await;
    watch_states(&ctx.db).await;
    let (token, second) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), PRICE));
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
    let seen = status_of(&ctx, naomi).await;
    let found = seen.paid_twice.expect("the profile says so");
    assert_eq!((found.state.as_str(), found.amount), ("refunded", PRICE));
    assert!(seen.is_premium && seen.renews_at.is_some());
    assert_eq!(listed(&ctx).await, [(second, "refunded".to_owned())]);
    assert_eq!(mails(&ctx).await, [format!("{ADDRESS} Stillwater: you had paid twice")]);
    assert_eq!(
        count(&ctx, "select count(*) from payment_issue").await,
        0,
        "our own refund is no news"
    );
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());

    let id = duplicates::list(&ctx.db).await.expect("listed")[0].id;
    duplicates::handle(&ctx, &staff("Ruth"), id).await.expect("handled");
    assert!(listed(&ctx).await.is_empty());
    let again = refused(duplicates::handle(&ctx, &staff("Ruth"), id).await);
    assert!(is(&again, "NotFound"), "{again:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_browsers_with_one_address_and_card_are_found_at_night(db: PgPool) {
    let (ctx, stand_in) = with_mail(db).await;
    let (_, first) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    let (second_token, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    for _ in 0..2 {
        reconcile(&ctx).await.expect("compared");
        settle(&ctx, &stand_in).await;
    }
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), PRICE));
    assert_eq!(mails(&ctx).await, [format!("{ADDRESS} Stillwater: you had paid twice")]);
    let now = now(&ctx).await;
    let seen = status(&ctx, &Caller::Visitor(second_token), now)
        .await
        .expect("readable");
    assert_eq!(seen.paid_twice.expect("the browser that paid says so").amount, PRICE);
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    accept(&ctx, naomi, None).await.expect("the first one waits");
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_visitors_payment_beside_an_accounts_is_found_at_night_by_its_card(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    // Paid as a visitor first: the account's is the newer one, and the person keeps premium.
    let (_, first) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let second = pay_as_user(&ctx, &stand_in, naomi).await;
    reconcile(&ctx).await.expect("compared");
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), PRICE));
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_sign_in_elsewhere_looks_for_what_was_paid_with_the_address_and_card(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let first = pay_as_user(&ctx, &stand_in, naomi).await;
    let (_, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    sign_in(&ctx, ADDRESS, true).await;
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), PRICE));
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
    sign_in(&ctx, ADDRESS, true).await;
    let searches = "select count(*) from job where kind = 'find_duplicates' and finished_at is null";
    assert_eq!(count(&ctx, searches).await, 0, "nothing is left to look for");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stranger_who_pays_with_a_subscribers_address_learns_nothing(db: PgPool) {
    let (ctx, stand_in) = with_mail(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let first = pay_as_user(&ctx, &stand_in, naomi).await;
    let (stranger, second) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    let now = now(&ctx).await;
    let seen = async || {
        status(&ctx, &Caller::Visitor(stranger.clone()), now)
            .await
            .expect("readable")
    };
    let before = seen().await;
    for _ in 0..2 {
        reconcile(&ctx).await.expect("compared");
        sign_in(&ctx, ADDRESS, true).await;
        settle(&ctx, &stand_in).await;
    }
    assert_eq!(seen().await, before);
    assert_eq!(status_at_stripe(&stand_in, &second), ("active".to_owned(), 0));
    // The owner of the address and staff are told, once.
    assert_eq!(listed(&ctx).await, [(second.clone(), "asked".to_owned())]);
    assert_eq!(
        mails(&ctx).await,
        [format!("{ADDRESS} Stillwater: did you pay for Premium twice?")]
    );
    assert!(is_offered(&ctx, naomi, None).await.expect("readable"));
    decline(&ctx, naomi).await.expect("declined");
    settle(&ctx, &stand_in).await;
    assert!(listed(&ctx).await.is_empty());
    assert_eq!(status_at_stripe(&stand_in, &second), ("active".to_owned(), 0));
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_owner_who_says_that_it_was_them_gets_the_second_payment_back(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, first) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    let (_, second) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    reconcile(&ctx).await.expect("compared");
    settle(&ctx, &stand_in).await;
    assert_eq!(listed(&ctx).await, [(second.clone(), "asked".to_owned())]);
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    accept(&ctx, naomi, None).await.expect("both are theirs");
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &first), ("active".to_owned(), 0));
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), PRICE));
    assert_eq!(listed(&ctx).await, [(second, "refunded".to_owned())]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_decide_about_an_unanswered_one_and_a_handed_over_one_is_found(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let ruth = staff("Ruth");
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    pay_as_user(&ctx, &stand_in, naomi).await;
    let (_, second) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    let (_, third) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    reconcile(&ctx).await.expect("compared");
    let row = subscriptions::search(&ctx, &second).await.expect("found")[0].id;
    duplicates::refund(&ctx, &ruth, row).await.expect("decided");
    let again = refused(duplicates::refund(&ctx, &ruth, row).await);
    assert!(is(&again, "Conflict"), "{again:?}");
    let row = subscriptions::search(&ctx, &third).await.expect("found")[0].id;
    subscriptions::hand_over(&ctx, &ruth, row, ADDRESS)
        .await
        .expect("handed over");
    settle(&ctx, &stand_in).await;
    for id in [second, third] {
        assert_eq!(status_at_stripe(&stand_in, &id), ("canceled".to_owned(), PRICE));
    }
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_cannot_be_refunded_does_not_renew(db: PgPool) {
    let (ctx, stand_in) = with_mail(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    pay_as_user(&ctx, &stand_in, naomi).await;
    let (token, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    stand_in.world().faults.no_refunds = true;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &second), ("active".to_owned(), 0));
    assert!(
        stand_in
            .world()
            .subscription(&second)
            .expect("there")
            .cancel_at_period_end
    );
    assert_eq!(
        mails(&ctx).await,
        [format!("{ADDRESS} Stillwater: you have paid twice")]
    );
    sqlx::query("update app_user set language = 'es'")
        .execute(&ctx.db)
        .await
        .expect("a reader of Spanish");
    assert_eq!(mails(&ctx).await, [format!("{ADDRESS} Stillwater: pagaste dos veces")]);
    let seen = status_of(&ctx, naomi).await;
    assert!(
        seen.renews_at.is_some() && seen.cancels_at.is_none(),
        "the first one goes on"
    );
    let found = seen.paid_twice.expect("the profile says so");
    assert_eq!(found.state, "not_renewed");
    assert!(found.ends_at.is_some());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_that_still_renews_is_not_told_as_ended(db: PgPool) {
    let (ctx, stand_in) = with_mail(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    pay_as_user(&ctx, &stand_in, naomi).await;
    let (token, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    stand_in.world().schedule_plan(&second, stripe_standin::PRICE);
    stand_in.world().faults.no_refunds = true;
    stand_in.world().faults.no_cancellations = true;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    let row = subscriptions::search(&ctx, &second).await.expect("found")[0].id;
    let error = refused(subscription::end_duplicate(&ctx, row).await);
    assert!(is(&error, "PaymentsUnavailable"), "{error:?}");
    assert_eq!(listed(&ctx).await, [(second.clone(), "ending".to_owned())]);
    assert_eq!(mails(&ctx).await, Vec::<String>::new());
    stand_in.world().faults.no_cancellations = false;
    settle(&ctx, &stand_in).await;
    assert_eq!(listed(&ctx).await, [(second.clone(), "not_renewed".to_owned())]);
    let world = stand_in.world();
    assert!(world.subscription(&second).expect("there").cancel_at_period_end);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_month_paid_twice_is_refunded_once_however_often_the_job_runs(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    pay_as_user(&ctx, &stand_in, naomi).await;
    let (token, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    stand_in.world().renew(&second, true);
    deliver(&ctx, &stand_in).await;
    // Stripe fails after the first refund took effect.
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    let row = subscriptions::search(&ctx, &second).await.expect("found")[0].id;
    stand_in.world().faults.down = true;
    let error = refused(subscription::end_duplicate(&ctx, row).await);
    assert!(is(&error, "PaymentsUnavailable"), "{error:?}");
    stand_in.world().faults.down = false;
    settle(&ctx, &stand_in).await;
    subscription::end_duplicate(&ctx, row).await.expect("nothing more");
    assert_eq!(status_at_stripe(&stand_in, &second), ("canceled".to_owned(), 2 * PRICE));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_late_subscription_gives_way_to_a_new_one_and_its_earlier_months_are_not_refunded(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let first = pay_as_user(&ctx, &stand_in, naomi).await;
    stand_in.world().renew(&first, false);
    deliver(&ctx, &stand_in).await;
    let (token, second) = pay_as_visitor(&ctx, &stand_in, OTHER_CARD).await;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    settle(&ctx, &stand_in).await;
    assert_eq!(status_at_stripe(&stand_in, &first), ("canceled".to_owned(), 0));
    assert_eq!(status_at_stripe(&stand_in, &second), ("active".to_owned(), 0));
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_that_ends_anyway_is_no_reason_to_end_the_next_one(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let first = pay_as_user(&ctx, &stand_in, naomi).await;
    subscription::cancel_with_period(&ctx, &Buyer::User(naomi))
        .await
        .expect("cancelled");
    let (token, second) = pay_as_visitor(&ctx, &stand_in, CARD).await;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    reconcile(&ctx).await.expect("compared");
    settle(&ctx, &stand_in).await;
    for id in [&first, &second] {
        assert_eq!(status_at_stripe(&stand_in, id), ("active".to_owned(), 0));
    }
    assert!(listed(&ctx).await.is_empty());
}
