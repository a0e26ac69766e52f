//! What each state of a subscription at Stripe means: one test for each row of the table in `docs/payments.md`.

use shared::ctx::Ctx;
use shared::ids::UserId;
use shared::subscription::{Buyer, SubscriptionStatus, begin, cancel_with_period, open_portal, reconcile};
use shared::user;
use sqlx::PgPool;
use stripe_standin::StandIn;
use time::{Duration, OffsetDateTime};

use super::{CARD, deliver, is, refused, secret, status_of, subscriber, wanted, with_stand_in};

const MONTH: i64 = 30 * 24 * 3600;

/// The status and whether it gives premium, once all events have arrived.
async fn seen(ctx: &Ctx, stand_in: &StandIn, who: UserId) -> (Option<String>, bool) {
    deliver(ctx, stand_in).await;
    let standing = status_of(ctx, who).await;
    (standing.status, standing.is_premium)
}

async fn standing(ctx: &Ctx, stand_in: &StandIn, who: UserId) -> SubscriptionStatus {
    deliver(ctx, stand_in).await;
    status_of(ctx, who).await
}

fn states(word: &str, gives: bool) -> (Option<String>, bool) {
    (Some(word.to_owned()), gives)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn while_collection_is_paused_premium_lasts_until_the_paid_month_ends(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let paid_until = stand_in.world().subscription(&id).expect("there").period_end;
    let paid_until = OffsetDateTime::from_unix_timestamp(paid_until).expect("a time");
    stand_in.world().pause_collection(&id, true);
    let paused = standing(&ctx, &stand_in, who).await;
    assert_eq!((paused.status.as_deref(), paused.is_premium), (Some("paused"), true));
    assert_eq!((paused.grace_until, paused.renews_at), (Some(paid_until), None));
    let account = user::find(&ctx.db, who).await.expect("there");
    assert!(account.is_premium(paid_until - Duration::SECOND));
    assert!(!account.is_premium(paid_until), "it ends by itself");

    // Unpaid months go by. Stripe's period moves on, what is paid does not.
    stand_in.world().advance(MONTH);
    stand_in.world().advance(MONTH);
    let later = standing(&ctx, &stand_in, who).await;
    assert_eq!(
        (later.status.as_deref(), later.grace_until),
        (Some("paused"), Some(paid_until))
    );
    assert!(is(
        &refused(begin(&ctx, &Buyer::User(who), &wanted("a@mail.example")).await),
        "AlreadySubscribed"
    ));
    stand_in.world().pause_collection(&id, false);
    stand_in.world().renew(&id, true);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("active", true));
    assert_eq!(status_of(&ctx, who).await.grace_until, None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_pause_that_is_learned_of_months_later_gives_no_unpaid_month(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let paid_until = stand_in.world().subscription(&id).expect("there").period_end;
    stand_in.world().pause_collection(&id, true);
    stand_in.world().advance(MONTH);
    drop(stand_in.world().take_events());
    reconcile(&ctx).await.expect("compared");
    let grace = status_of(&ctx, who).await.grace_until.expect("a time");
    assert_eq!(grace.unix_timestamp(), paid_until);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_paused_subscription_can_be_cancelled(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().pause_collection(&id, true);
    deliver(&ctx, &stand_in).await;
    cancel_with_period(&ctx, &Buyer::User(who)).await.expect("cancelled");
    assert!(stand_in.world().subscription(&id).expect("there").cancel_at_period_end);
    // Stripe's own pause, after a trial without a card: nothing is paid.
    let (who, id) = subscriber(&ctx, &stand_in, 2).await;
    stand_in.world().set_status(&id, "paused");
    assert_eq!(seen(&ctx, &stand_in, who).await, states("paused", false));
    cancel_with_period(&ctx, &Buyer::User(who)).await.expect("ended");
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_trial_gives_premium_and_says_when_it_ends(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().set_status(&id, "trialing");
    let trial = standing(&ctx, &stand_in, who).await;
    assert_eq!((trial.status.as_deref(), trial.is_premium), (Some("trialing"), true));
    assert!(trial.renews_at.is_some());
    stand_in.world().set_status(&id, "active");
    assert_eq!(seen(&ctx, &stand_in, who).await, states("active", true));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_coupon_another_price_and_another_currency_change_no_access(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let before = status_of(&ctx, who).await;
    stand_in.world().add_coupon(&id, "di_half");
    assert_eq!(standing(&ctx, &stand_in, who).await, before);
    stand_in.world().change_price(&id, 1500, "usd");
    assert_eq!(standing(&ctx, &stand_in, who).await, before);
    stand_in.world().change_price(&id, 1900, "eur");
    assert_eq!(standing(&ctx, &stand_in, who).await, before);
    stand_in.world().renew(&id, true);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("active", true));
    stand_in.world().renew(&id, false);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("past_due", true));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_customer_deleted_at_stripe_loses_premium_and_can_subscribe_again(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    stand_in.world().delete_customer(&customer);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("canceled", false));
    let account = user::find(&ctx.db, who).await.expect("there");
    let portal = refused(open_portal(&ctx, &account, "https://here.example/").await);
    assert!(is(&portal, "NoBilling"), "{portal:?}");
    let way = begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("with a new customer");
    stand_in.world().confirm(&secret(way), CARD);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("active", true));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_subscription_that_stripe_has_no_more_is_over(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().forget_subscription(&id);
    reconcile(&ctx).await.expect("compared");
    assert_eq!(seen(&ctx, &stand_in, who).await, states("canceled", false));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unpaid_subscription_gives_nothing_until_it_is_paid(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().renew(&id, false);
    stand_in.world().set_status(&id, "unpaid");
    assert_eq!(seen(&ctx, &stand_in, who).await, states("unpaid", false));
    stand_in.world().pay(&id, CARD);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("active", true));
    stand_in.world().renew(&id, false);
    stand_in.world().set_status(&id, "unpaid");
    deliver(&ctx, &stand_in).await;
    cancel_with_period(&ctx, &Buyer::User(who))
        .await
        .expect("ended at once");
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn of_several_subscriptions_the_best_counts(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, first) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&first).expect("there").customer.clone();
    let second = stand_in
        .world()
        .make_subscription(&customer, std::collections::BTreeMap::new());
    stand_in.world().pay(&second, CARD);
    for (state, seen_as) in [("past_due", "active"), ("canceled", "active")] {
        stand_in.world().set_status(&first, state);
        assert_eq!(seen(&ctx, &stand_in, who).await, states(seen_as, true), "{state}");
    }
    stand_in.world().pause_collection(&second, true);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("paused", true));
    stand_in.world().pause_collection(&second, false);
    stand_in.world().cancel(&second);
    assert_eq!(seen(&ctx, &stand_in, who).await, states("canceled", false));
}
