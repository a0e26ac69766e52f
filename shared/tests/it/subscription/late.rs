//! Late payments: a new card, the page of the open invoice, and the mail.

use shared::ctx::Ctx;
use shared::jobs::Mail;
use shared::mail::{self, Mailer};
use shared::payments::Contact;
use shared::subscription::{Buyer, open_invoice, sweep};
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::ctx_with;

use super::{ASKS_BANK, CARD, DECLINED, count, deliver, run_due_jobs, status_of, subscriber, with_stand_in};

/// Makes the renewal fail, and returns the customer's id at Stripe.
async fn fall_late(ctx: &Ctx, stand_in: &StandIn, subscription: &str) -> String {
    stand_in.world().renew(subscription, false);
    deliver(ctx, stand_in).await;
    stand_in
        .world()
        .subscription(subscription)
        .expect("there")
        .customer
        .clone()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_new_card_pays_what_is_late_and_premium_is_back(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    for is_default in [true, false] {
        let customer = fall_late(&ctx, &stand_in, &id).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("past_due"));
        stand_in.world().set_status(&id, "unpaid");
        deliver(&ctx, &stand_in).await;
        assert!(!status_of(&ctx, who).await.is_premium);
        stand_in.world().attach_card(&customer, CARD, is_default);
        deliver(&ctx, &stand_in).await;
        let standing = status_of(&ctx, who).await;
        assert_eq!(
            (standing.status.as_deref(), standing.is_premium),
            (Some("active"), true)
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_declined_card_leaves_it_late_and_a_lost_event_is_found(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let customer = fall_late(&ctx, &stand_in, &id).await;
    for card in [DECLINED, ASKS_BANK] {
        stand_in.world().attach_card(&customer, card, true);
        deliver(&ctx, &stand_in).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("past_due"), "{card}");
    }
    stand_in.world().attach_card(&customer, CARD, false);
    drop(stand_in.world().take_events());
    sweep(&ctx).await.expect("swept");
    run_due_jobs(&ctx).await;
    assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("active"));
}

/// Delivers the events, or loses them, and the sweep finds them.
async fn learn(ctx: &Ctx, stand_in: &StandIn, is_lost: bool) {
    if is_lost {
        drop(stand_in.world().take_events());
        sweep(ctx).await.expect("swept");
    }
    deliver(ctx, stand_in).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_change_of_a_customer_charges_no_card_of_theirs(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    stand_in.world().attach_card(&customer, CARD, true);
    deliver(&ctx, &stand_in).await;
    // Stripe reports the failed renewal as a change of the customer, too.
    fall_late(&ctx, &stand_in, &id).await;
    for is_lost in [false, true] {
        stand_in
            .world()
            .rename_customer(&customer, if is_lost { "Ruth" } else { "Naomi" });
        learn(&ctx, &stand_in, is_lost).await;
        let contact = Contact {
            email: if is_lost {
                "ruth@mail.example"
            } else {
                "naomi@mail.example"
            },
            name: None,
            locale: None,
        };
        let payments = ctx.payments.as_ref().expect("set up");
        payments.update_customer(&customer, contact).await.expect("changed");
        learn(&ctx, &stand_in, is_lost).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("past_due"));
    }
    assert_eq!(stand_in.world().declined(&id), 1, "the renewal alone");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_card_that_is_not_the_default_one_pays_only_when_it_is_attached(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    for is_lost in [false, true] {
        stand_in.world().attach_card(&customer, CARD, false);
        deliver(&ctx, &stand_in).await;
        fall_late(&ctx, &stand_in, &id).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("past_due"));
        stand_in.world().choose_newest_card(&customer);
        learn(&ctx, &stand_in, is_lost).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("active"));

        stand_in.world().attach_card(&customer, CARD, false);
        deliver(&ctx, &stand_in).await;
        fall_late(&ctx, &stand_in, &id).await;
        stand_in.world().attach_card(&customer, DECLINED, true);
        learn(&ctx, &stand_in, is_lost).await;
        let status = status_of(&ctx, who).await.status;
        assert_eq!(status.as_deref(), Some("past_due"), "the card of before is not tried");
        stand_in.world().attach_card(&customer, CARD, true);
        deliver(&ctx, &stand_in).await;
        assert_eq!(status_of(&ctx, who).await.status.as_deref(), Some("active"));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_new_card_of_somebody_who_owes_nothing_pays_nothing(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    let before = status_of(&ctx, who).await;
    stand_in.world().attach_card(&customer, CARD, true);
    deliver(&ctx, &stand_in).await;
    assert_eq!(status_of(&ctx, who).await, before);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_page_of_the_open_invoice_is_found_while_something_is_late(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let buyer = Buyer::User(who);
    assert_eq!(open_invoice(&ctx, &buyer).await.expect("asked"), None);
    fall_late(&ctx, &stand_in, &id).await;
    let page = open_invoice(&ctx, &buyer).await.expect("asked").expect("late");
    assert!(page.starts_with(&format!("{}/invoice/", stand_in.url)), "{page}");
    stand_in.world().pay(&id, CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(open_invoice(&ctx, &buyer).await.expect("asked"), None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_failed_renewal_is_told_by_one_mail_that_leads_to_the_page(db: PgPool) {
    let stand_in = StandIn::start().await.expect("a free port");
    let mut settings = stand_in.settings().to_vec();
    settings.push(("PUBLIC_URL", "https://stillwater.example"));
    let ctx = ctx_with(db, &settings);
    let (_, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().carelessness.doubled = 100;
    fall_late(&ctx, &stand_in, &id).await;
    let mails =
        "select count(*) from job where kind = 'send_mail' and payload -> 'message' ->> 'what' = 'payment_failed'";
    assert_eq!(count(&ctx, mails).await, 1);
    let subscription = sqlx::query_scalar("select id from subscription")
        .fetch_one(&ctx.db)
        .await
        .expect("one");
    let mailer = Mailer::memory();
    let ctx = Ctx {
        mailer: mailer.clone(),
        ..ctx
    };
    let Mailer::Memory(sent) = mailer else { panic!("a list") };
    mail::send(&ctx, Mail::PaymentFailed { subscription })
        .await
        .expect("sent");
    {
        let sent = sent.lock().expect("readable");
        assert_eq!(sent.len(), 1);
        assert_eq!(sent[0].to.to_string(), "person1@example.org");
        assert!(sent[0].text.contains("/api/subscription/pay"), "{}", sent[0].text);
        assert!(sent[0].text.contains("Premium stays on until "), "{}", sent[0].text);
    }
    sqlx::query("update app_user set language = 'es'")
        .execute(&ctx.db)
        .await
        .expect("a reader of Spanish");
    mail::send(&ctx, Mail::PaymentFailed { subscription })
        .await
        .expect("sent");
    {
        let sent = sent.lock().expect("readable");
        assert_eq!(sent[1].subject, "Stillwater: no se pudo cobrar tu pago");
        assert!(
            sent[1].text.contains("Premium sigue activo hasta el ") && sent[1].text.contains("/api/subscription/pay"),
            "{}",
            sent[1].text
        );
    }
    stand_in.world().pay(&id, CARD);
    deliver(&ctx, &stand_in).await;
    mail::send(&ctx, Mail::PaymentFailed { subscription })
        .await
        .expect("obsolete");
    assert_eq!(sent.lock().expect("readable").len(), 2);
}
