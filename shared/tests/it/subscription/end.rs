//! Premium by status, and the ends of a subscription.

use std::collections::BTreeMap;

use shared::account::{self, SubscriptionEnd};
use shared::error::Error;
use shared::staff::users::{self, AtProvider};
use shared::subscription::{Buyer, Synced, begin, cancel_with_period, open_portal, sync};
use shared::user;
use sqlx::PgPool;
use stripe_standin::PRICE;
use testing::{staff, user};
use time::{Duration, OffsetDateTime};

use super::{
    CARD, count, deliver, is, now, receive, refused, run_due_jobs, status_of, subscriber, wanted, with_stand_in,
};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_status_grants_premium_as_specified(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().renew(&id, false);
    deliver(&ctx, &stand_in).await;
    let unpaid = status_of(&ctx, who).await;
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
        stand_in.world().set_status(&id, status);
        deliver(&ctx, &stand_in).await;
        let standing = status_of(&ctx, who).await;
        assert_eq!((standing.status.as_deref(), standing.is_premium), (Some(status), gives));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn events_in_reverse_order_end_in_the_same_status(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("begun");
    let id = stand_in.world().subscriptions().last().expect("one").id.clone();
    // The response with its id was lost, and with it everything we knew of the subscription.
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
        run_due_jobs(&ctx).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("canceled"));
    }
    assert_eq!(count(&ctx, "select count(*) from subscription").await, 1);
    stand_in.world().pay(&id, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(!status_of(&ctx, who).await.is_premium, "paid after it was cancelled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn revoking_and_deleting_stop_the_billing_and_the_receipt_says_so(db: PgPool) {
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
    run_due_jobs(&ctx).await;
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
    assert!(!status_of(&ctx, who).await.is_premium);
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
        run_due_jobs(&ctx).await;
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

    let who = user(&ctx.db, 4).await;
    begin(&ctx, &Buyer::User(who), &wanted("d@mail.example"))
        .await
        .expect("begun");
    let id = stand_in.world().subscriptions().last().expect("one").id.clone();
    stand_in.world().set_status(&id, "incomplete_expired");
    deliver(&ctx, &stand_in).await;
    assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("incomplete_expired"));
    let receipt = account::delete(&ctx, who).await.expect("deleted");
    assert_eq!(
        receipt.subscription,
        SubscriptionEnd::None,
        "what was never paid was never theirs"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn foreign_subscriptions_are_ignored_and_those_staff_make_at_stripe_count(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let foreign = {
        let mut world = stand_in.world();
        let customer = world.make_customer(Some("x@mail.example"), None, BTreeMap::new());
        world.make_subscription(&customer, BTreeMap::new())
    };
    assert_eq!(sync(&ctx, &foreign).await.expect("asked"), Synced::Foreign);
    deliver(&ctx, &stand_in).await;
    assert_eq!(count(&ctx, "select count(*) from subscription").await, 0);
    // Staff create a subscription at Stripe for one of our customers.
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().cancel(&id);
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    let by_hand = stand_in.world().make_subscription(&customer, BTreeMap::new());
    stand_in.world().pay(&by_hand, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(status_of(&ctx, who).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn with_two_subscriptions_the_status_shows_the_one_that_renews(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, ending) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&ending).expect("there").customer.clone();
    let other = stand_in.world().make_subscription(&customer, BTreeMap::new());
    stand_in.world().pay(&other, CARD);
    // The subscription that ends is paid for longer.
    stand_in.world().renew(&ending, true);
    stand_in.world().cancel_with_period(&ending, true);
    deliver(&ctx, &stand_in).await;
    let standing = status_of(&ctx, who).await;
    assert!(
        standing.renews_at.is_some() && standing.cancels_at.is_none(),
        "{standing:?}"
    );
    stand_in.world().renew(&other, false);
    deliver(&ctx, &stand_in).await;
    let standing = status_of(&ctx, who).await;
    assert_eq!(
        (standing.status.as_deref(), standing.cancels_at),
        (Some("active"), None)
    );
    cancel_with_period(&ctx, &Buyer::User(who)).await.expect("both");
    let standing = status_of(&ctx, who).await;
    assert!(standing.is_premium && standing.cancels_at.is_some(), "{standing:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cancelling_a_past_due_subscription_ends_it_at_once_and_stops_collection(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().renew(&id, false);
    deliver(&ctx, &stand_in).await;
    let late = status_of(&ctx, who).await;
    assert!(late.grace_until.is_some() && late.renews_at.is_none(), "{late:?}");
    // Stripe's portal can only cancel it at the period end, and this period is unpaid.
    stand_in.world().cancel_with_period(&id, true);
    deliver(&ctx, &stand_in).await;
    assert_eq!(status_of(&ctx, who).await.cancels_at, None);
    let ended = cancel_with_period(&ctx, &Buyer::User(who)).await.expect("ended");
    assert!(ended <= OffsetDateTime::from_unix_timestamp(stand_in.world().now()).expect("a time"));
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
    let over = status_of(&ctx, who).await;
    assert_eq!((over.status.as_deref(), over.is_premium), (Some("canceled"), false));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn ending_a_subscription_that_already_ended_at_stripe_succeeds(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().cancel(&id);
    cancel_with_period(&ctx, &Buyer::User(who)).await.expect("it has ended");
    assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("canceled"));
    let gone = user::User {
        stripe_customer_id: Some("cus_gone".to_owned()),
        ..user::find(&ctx.db, who).await.expect("there")
    };
    let refused = open_portal(&ctx, &gone, "https://here.example/").await;
    assert!(matches!(refused, Err(Error::NoBilling)), "{refused:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_subscription_with_a_schedule_is_cancelled_and_the_schedule_is_given_up(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().schedule_plan(&id, PRICE);
    deliver(&ctx, &stand_in).await;
    assert!(
        status_of(&ctx, who).await.renews_at.is_some(),
        "a schedule alone ends nothing"
    );
    let ends = cancel_with_period(&ctx, &Buyer::User(who)).await.expect("cancelled");
    deliver(&ctx, &stand_in).await;
    let standing = status_of(&ctx, who).await;
    assert_eq!((standing.is_premium, standing.cancels_at), (true, Some(ends)));
    stand_in.world().advance(31 * 24 * 3600);
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refused_cancellation_is_an_error_unless_it_ends_anyway(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().faults.no_cancellations = true;
    let error = refused(cancel_with_period(&ctx, &Buyer::User(who)).await);
    assert!(is(&error, "Internal"), "{error:?}");
    let standing = status_of(&ctx, who).await;
    assert!(
        standing.renews_at.is_some() && standing.cancels_at.is_none(),
        "{standing:?}"
    );
    // It was cancelled at Stripe meanwhile, and the event has not come.
    stand_in.world().cancel_with_period(&id, true);
    cancel_with_period(&ctx, &Buyer::User(who)).await.expect("it ends");
    assert!(status_of(&ctx, who).await.cancels_at.is_some());
}
