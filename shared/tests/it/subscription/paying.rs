//! Checkout: from the payment form to premium.

use std::fmt::Debug;

use shared::error::Error;
use shared::locale::Locale;
use shared::subscription::{Buyer, CheckoutForm, begin, cancel_with_period, open_portal};
use shared::user;
use sqlx::PgPool;
use testing::{unaudited, user, watch_states};

use super::{ASKS_BANK, CARD, DECLINED, deliver, is, refused, secret, status_of, wanted, with_stand_in};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn paying_grants_premium_and_every_step_is_audited(db: PgPool) {
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
    assert!(!status_of(&ctx, who).await.is_premium, "nothing is paid yet");
    stand_in.world().confirm(&secret(way), CARD);
    assert!(
        !status_of(&ctx, who).await.is_premium,
        "the browser's word counts for nothing"
    );
    deliver(&ctx, &stand_in).await;
    let paid = status_of(&ctx, who).await;
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

    let ends = cancel_with_period(&ctx, &Buyer::User(who)).await.expect("cancelled");
    let cancelled = status_of(&ctx, who).await;
    assert_eq!(
        (cancelled.is_premium, cancelled.cancels_at, cancelled.renews_at),
        (true, Some(ends), None)
    );
    assert_eq!(
        cancel_with_period(&ctx, &Buyer::User(who))
            .await
            .expect("cancelled already"),
        ends
    );
    stand_in.world().advance(31 * 24 * 3600);
    deliver(&ctx, &stand_in).await;
    let over = status_of(&ctx, who).await;
    assert_eq!((over.is_premium, over.status.as_deref()), (false, Some("canceled")));
    assert!(is(
        &refused(cancel_with_period(&ctx, &Buyer::User(who)).await),
        "NoBilling"
    ));
    let (without_a_line, changes) = unaudited(&ctx.db).await;
    assert_eq!((without_a_line, changes > 1), (Vec::<String>::new(), true));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_declined_card_changes_nothing_and_a_good_one_pays_the_same_subscription(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let form = wanted("a@mail.example");
    let first = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun"));
    let declined = stand_in.world().confirm(&first, DECLINED);
    assert_eq!(declined["error"]["message"], "Your card was declined.");
    deliver(&ctx, &stand_in).await;
    assert!(!status_of(&ctx, who).await.is_premium);
    let again = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("the same"));
    assert_eq!(again, first);
    stand_in.world().confirm(&again, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(status_of(&ctx, who).await.is_premium);
    assert_eq!(stand_in.world().subscriptions().count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unconfirmed_payment_expires_after_23_hours_and_another_can_begin(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let form = wanted("a@mail.example");
    let first = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun"));
    assert_eq!(stand_in.world().confirm(&first, ASKS_BANK)["status"], "requires_action");
    deliver(&ctx, &stand_in).await;
    assert!(!status_of(&ctx, who).await.is_premium);
    stand_in.world().advance(23 * 3600);
    // The event of its end is lost. A request to Stripe returns the end all the same.
    stand_in.world().take_events();
    let second = secret(begin(&ctx, &Buyer::User(who), &form).await.expect("begun anew"));
    assert_ne!(second, first);
    assert_eq!(
        stand_in.world().confirm(&second, ASKS_BANK)["status"],
        "requires_action"
    );
    assert_eq!(stand_in.world().authenticate(&second, true)["status"], "succeeded");
    deliver(&ctx, &stand_in).await;
    assert!(status_of(&ctx, who).await.is_premium);
}

fn debug_shows_nothing<T: Debug>(value: &T, needle: &str) {
    assert!(!format!("{value:?}").contains(needle));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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
        match CheckoutForm::parse(email, name) {
            Err(Error::InvalidFields(fields)) => assert!(fields.messages().contains_key(field), "{email:?}"),
            other => panic!("{email:?}: {other:?}"),
        }
    }
    assert!(CheckoutForm::parse(" a@b.example ", Some(" ")).is_ok());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn stripe_writes_in_the_language_of_the_page(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let who = user(&ctx.db, 1).await;
    let buyer = Buyer::User(who);
    let locales = async || {
        let found = user::find(&ctx.db, who).await.expect("there");
        let customer = found.stripe_customer_id.expect("a customer");
        stand_in.world().locales_of(&customer).expect("there").join(" ")
    };
    let form = || wanted("ana@mail.example");
    begin(&ctx, &buyer, &form().in_language(Locale::Spanish))
        .await
        .expect("begun");
    assert_eq!(locales().await, "es-419 es");
    begin(&ctx, &buyer, &form()).await.expect("resumed in English");
    assert_eq!(locales().await, "en");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_language_after_an_outage_is_another_request(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let buyer = Buyer::User(user(&ctx.db, 1).await);
    let payments = ctx.payments.as_ref().expect("set up");
    payments.check_price().await.expect("right");
    stand_in.world().faults.broken_after = 9;
    let begun = begin(&ctx, &buyer, &wanted("ana@mail.example")).await;
    assert!(matches!(begun, Err(Error::PaymentsUnavailable(_))), "no answer");
    stand_in.world().faults.broken_after = 0;
    let spanish = wanted("ana@mail.example").in_language(Locale::Spanish);
    begin(&ctx, &buyer, &spanish).await.expect("a new idempotency key");
}
