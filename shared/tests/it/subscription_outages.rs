//! Stripe's failures: unreachable, slow, rate-limited, and failing before or after a request took effect.

use shared::account;
use shared::error::Error;
use shared::subscription::{Buyer, begin, cancel_with_period, open_portal, reconcile, sweep};
use shared::user;
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{ctx_with, user};

use super::subscription::{CARD, count, deliver, receive, run_due_jobs, secret, subscriber, wanted, with_stand_in};

fn is_unavailable<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::PaymentsUnavailable(_)))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stripe_outage_is_reported_and_nothing_is_lost(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (leaving, ending) = subscriber(&ctx, &stand_in, 1).await;
    let (staying, renewed) = subscriber(&ctx, &stand_in, 2).await;
    let newcomer = Buyer::User(user(&ctx.db, 3).await);
    stand_in.world().renew(&renewed, false);
    let events = stand_in.world().take_events();

    stand_in.world().faults.down = true;
    let form = wanted("new@mail.example");
    assert!(is_unavailable(&begin(&ctx, &newcomer, &form).await));
    let account_of = user::find(&ctx.db, staying).await.expect("there");
    assert!(is_unavailable(
        &open_portal(&ctx, &account_of, "https://here.example/").await
    ));
    assert!(is_unavailable(&cancel_with_period(&ctx, &Buyer::User(staying)).await));
    assert!(is_unavailable(&sweep(&ctx).await) && is_unavailable(&reconcile(&ctx).await));
    let receipt = account::delete(&ctx, leaving).await.expect("deleting waits for nobody");
    assert_eq!(receipt.subscription.as_str(), "cancelling");
    for body in &events {
        receive(&ctx, body).await;
    }
    assert_eq!(
        run_due_jobs(&ctx).await,
        1,
        "only the change of a customer needs no answer"
    );
    let open = count(
        &ctx,
        "select count(*) from job where finished_at is null and dead_at is null",
    )
    .await;
    assert_eq!(open, i64::try_from(events.len()).expect("few"));

    stand_in.world().faults.down = false;
    run_due_jobs(&ctx).await;
    assert_eq!(
        stand_in.world().subscription(&ending).expect("there").status,
        "canceled"
    );
    let status: String = sqlx::query_scalar("select subscription_status from app_user where id = $1")
        .bind(staying.0)
        .fetch_one(&ctx.db)
        .await
        .expect("readable");
    assert_eq!(status, "past_due");
    let way = begin(&ctx, &newcomer, &form).await.expect("begun where it stopped");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    reconcile(&ctx).await.expect("compared");
    assert_eq!(count(&ctx, "select drift from stripe_comparison").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refused_key_is_a_defect_and_no_outage(db: PgPool) {
    let stand_in = StandIn::start().await.expect("a free port");
    let mut settings = stand_in.settings();
    for (name, value) in &mut settings {
        if *name == "STRIPE_SECRET_KEY" {
            *value = "sk_test_revoked";
        }
    }
    let ctx = ctx_with(db, &settings);
    for refused in [sweep(&ctx).await, reconcile(&ctx).await] {
        assert!(matches!(&refused, Err(Error::Internal(_))), "{refused:?}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_interrupted_checkout_resumes_and_bills_once(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let form = wanted("a@mail.example");
    ctx.payments
        .as_ref()
        .expect("set up")
        .check_price()
        .await
        .expect("right");
    for number in 1..=4 {
        let who = Buyer::User(user(&ctx.db, number).await);
        {
            let faults = &mut stand_in.world().faults;
            match number {
                1 => faults.broken = 1,
                2 => faults.broken_after = 1,
                3 => faults.too_many = 1,
                _ => (faults.too_many, faults.broken) = (1, 2),
            }
        }
        let mut tries = 0;
        let way = loop {
            match begin(&ctx, &who, &form).await {
                Ok(way) => break way,
                Err(error) => assert!(matches!(error, Error::PaymentsUnavailable(_)), "{error:?}"),
            }
            tries += 1;
            assert!(tries < 5, "it never goes on");
        };
        assert!(tries > 0, "{number}: the fault was seen");
        stand_in.world().confirm(&secret(way), CARD);
        deliver(&ctx, &stand_in).await;
    }
    assert_eq!(
        count(
            &ctx,
            "select count(*) from app_user where subscription_status = 'active'"
        )
        .await,
        4
    );
    let paid = stand_in
        .world()
        .subscriptions()
        .filter(|found| found.status == "active")
        .count();
    assert_eq!(paid, 4, "each pays once");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_subscription_whose_creation_response_was_lost_is_found_and_not_billed_twice(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    ctx.payments
        .as_ref()
        .expect("set up")
        .check_price()
        .await
        .expect("right");
    let who = user(&ctx.db, 1).await;
    let form = wanted("a@mail.example");
    // The customer exists already: the next request creates the subscription.
    let (_, first) = subscriber(&ctx, &stand_in, 2).await;
    drop(first);
    stand_in.world().faults.broken = 1;
    assert!(
        is_unavailable(&begin(&ctx, &Buyer::User(who), &form).await),
        "the customer fails"
    );
    stand_in.world().faults.broken_after = 0;
    let before = stand_in.world().subscriptions().count();
    let first_way = begin(&ctx, &Buyer::User(who), &form).await.expect("begun");
    drop(first_way);
    sqlx::query("update subscription set stripe_id = null, status = null, told = 0 where status = 'incomplete'")
        .execute(&ctx.db)
        .await
        .expect("its name is lost");
    let again = secret(
        begin(&ctx, &Buyer::User(who), &form)
            .await
            .expect("the same key, the same subscription"),
    );
    assert_eq!(stand_in.world().subscriptions().count(), before + 1);
    stand_in.world().confirm(&again, CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(
        count(
            &ctx,
            "select count(*) from app_user where subscription_status = 'active'"
        )
        .await,
        2
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_deleted_stripe_customer_is_recreated_and_a_rejected_address_can_be_corrected(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let refused = begin(&ctx, &Buyer::User(who), &wanted("a@refused.example")).await;
    assert!(matches!(refused, Err(Error::InvalidFields(_))));
    begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("mended");
    begin(&ctx, &Buyer::User(who), &wanted("b@mail.example"))
        .await
        .expect("another address for receipts");
    let customer: String = sqlx::query_scalar("select stripe_id from stripe_customer")
        .fetch_one(&ctx.db)
        .await
        .expect("named");
    assert_eq!(stand_in.world().email_of(&customer), Some("b@mail.example"));
    stand_in.world().faults.down = true;
    let unheard = begin(&ctx, &Buyer::User(who), &wanted("c@mail.example")).await;
    assert!(is_unavailable(&unheard));
    stand_in.world().faults.down = false;
    begin(&ctx, &Buyer::User(who), &wanted("c@mail.example"))
        .await
        .expect("told now");
    assert_eq!(stand_in.world().email_of(&customer), Some("c@mail.example"));
    sqlx::query("update stripe_customer set stripe_id = 'cus_gone'")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    sqlx::query("delete from subscription")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    let way = begin(&ctx, &Buyer::User(who), &wanted("c@mail.example"))
        .await
        .expect("made anew");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(
        count(
            &ctx,
            "select count(*) from app_user where subscription_status = 'active'"
        )
        .await,
        1
    );
}
