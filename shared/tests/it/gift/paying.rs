//! Paying a gift: only Stripe's answer counts, and nothing is paid twice.

use shared::gift::{begin, delete_abandoned, paid_letter};
use shared::jobs::{Job, Mail};
use shared::subscription::{Buyer, CheckoutForm, sweep};
use sqlx::PgPool;
use testing::user;

use super::super::subscription::{CARD, count, deliver, is, receive, refused, run_due_jobs, with_stand_in};
use super::{ADDRESS, YEARLY_CENTS, begun, form, gifts_of, last_payment, paid, state_of, visitor, with_gifts};

const DECLINED: &str = "4000000000000002";
const ASKS_BANK: &str = "4000002500003155";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_stripes_answer_makes_a_gift_paid(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let browser = visitor();
    let begun = begun(&ctx, &Buyer::Visitor(browser.clone())).await;
    assert_eq!(begun.amount, YEARLY_CENTS);
    let waiting = gifts_of(&ctx, &browser).await.remove(0);
    assert_eq!((waiting.state.as_str(), waiting.code), ("begun", None));
    stand_in.world().confirm(&begun.secret, DECLINED);
    let asked = stand_in.world().confirm(&begun.secret, ASKS_BANK);
    assert_eq!(asked["status"], "requires_action");
    deliver(&ctx, &stand_in).await;
    assert_eq!(state_of(&ctx, &last_payment(&stand_in)).await, "begun");
    stand_in.world().authenticate(&begun.secret, true);
    // No event has come yet: the page asks.
    sqlx::query("update gift set told_at = now() - interval '1 minute'")
        .execute(&ctx.db)
        .await
        .expect("a minute later");
    let ready = gifts_of(&ctx, &browser).await.remove(0);
    assert_eq!((ready.state.as_str(), ready.code.is_some()), ("paid", true));
    deliver(&ctx, &stand_in).await;
    assert_eq!(
        gifts_of(&ctx, &browser).await.remove(0).code,
        ready.code,
        "the code stays"
    );
    assert_eq!(
        count(&ctx, "select count(*) from job where kind = 'send_mail'").await,
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_tabs_at_once_begin_one_payment_and_a_paid_one_is_followed_by_another(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    stand_in.world().faults.latency_ms = 30;
    let giver = Buyer::User(user(&ctx.db, 1).await);
    let form = form();
    let tabs = (0..5).map(|_| begin(&ctx, &giver, &form));
    let secrets: Vec<String> = futures::future::join_all(tabs)
        .await
        .into_iter()
        .map(|begun| begun.expect("begun").secret)
        .collect();
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
    assert_eq!(stand_in.world().payments().count(), 1);
    let corrected = CheckoutForm::parse("other@mail.example", None).expect("a good form");
    let same = begin(&ctx, &giver, &corrected).await.expect("the same");
    assert_eq!(same.secret, secrets[0]);
    let payment = last_payment(&stand_in);
    let email = stand_in.world().payment(&payment).expect("there").receipt_email.clone();
    assert_eq!(email.as_deref(), Some("other@mail.example"));
    stand_in.world().confirm(&secrets[0], CARD);
    let another = begin(&ctx, &giver, &form).await.expect("another gift");
    assert_ne!(another.secret, secrets[0], "Stripe says that the first one is paid");
    assert_eq!(state_of(&ctx, &payment).await, "paid");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_outage_or_a_lost_answer_pays_nothing_twice(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let browser = visitor();
    let giver = Buyer::Visitor(browser.clone());
    ctx.payments
        .as_ref()
        .expect("set up")
        .check_yearly_price()
        .await
        .expect("right");
    stand_in.world().faults.down = true;
    let error = refused(begin(&ctx, &giver, &form()).await);
    assert!(is(&error, "PaymentsUnavailable"), "{error:?}");
    stand_in.world().faults.down = false;
    begin(&ctx, &giver, &form()).await.expect("it goes on");
    // The answer that created the payment was lost, and it was paid: its event tells whose it is.
    sqlx::query("update gift set stripe_id = null, told = 0")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    let secret = stand_in.world().payments().last().expect("one").secret();
    stand_in.world().confirm(&secret, CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(gifts_of(&ctx, &browser).await.remove(0).state, "paid");
    assert_eq!(stand_in.world().payments().count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn events_may_come_twice_late_or_never(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let browser = visitor();
    let begun = begun(&ctx, &Buyer::Visitor(browser.clone())).await;
    stand_in.world().confirm(&begun.secret, DECLINED);
    stand_in.world().confirm(&begun.secret, CARD);
    let events = stand_in.world().take_events();
    for body in events.iter().rev().chain(&events) {
        receive(&ctx, body).await;
    }
    run_due_jobs(&ctx).await;
    assert_eq!(gifts_of(&ctx, &browser).await.remove(0).state, "paid");

    let lost = super::begun(&ctx, &Buyer::Visitor(visitor())).await;
    stand_in.world().confirm(&lost.secret, CARD);
    drop(stand_in.world().take_events());
    sweep(&ctx).await.expect("swept");
    assert_eq!(state_of(&ctx, &last_payment(&stand_in)).await, "paid");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn declined_cards_close_the_form_and_old_forms_close_by_themselves(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let tested = begun(&ctx, &Buyer::Visitor(visitor())).await;
    for _ in 0..8 {
        stand_in.world().confirm(&tested.secret, DECLINED);
    }
    deliver(&ctx, &stand_in).await;
    let payment = last_payment(&stand_in);
    assert_eq!(stand_in.world().payment(&payment).expect("there").status, "canceled");
    assert_eq!(state_of(&ctx, &payment).await, "canceled");

    let forgotten = begun(&ctx, &Buyer::Visitor(visitor())).await;
    sqlx::query("update gift set created_at = created_at - interval '25 hours', told_at = null")
        .execute(&ctx.db)
        .await
        .expect("a day later");
    sweep(&ctx).await.expect("swept");
    assert_eq!(state_of(&ctx, &last_payment(&stand_in)).await, "canceled");
    let late = stand_in.world().confirm(&forgotten.secret, CARD);
    assert!(late["error"].is_object(), "the form takes no card any more: {late}");
    assert_eq!(delete_abandoned(&ctx).await.expect("none is old enough"), 0);
    let (code, browser, _) = paid(&ctx, &stand_in).await;
    sqlx::query("update gift set created_at = created_at - interval '2 days'")
        .execute(&ctx.db)
        .await
        .expect("later");
    assert_eq!(delete_abandoned(&ctx).await.expect("deleted"), 2);
    assert_eq!(
        gifts_of(&ctx, &browser).await.remove(0).code,
        Some(code),
        "a paid one stays"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn where_no_years_are_sold_no_gift_is_and_a_refused_address_is_named(db: PgPool) {
    let (without, _stand_in) = with_stand_in(db.clone()).await;
    let giver = Buyer::User(user(&db, 1).await);
    let error = refused(begin(&without, &giver, &form()).await);
    assert!(is(&error, "PaymentsNotSetUp"), "{error:?}");
    assert_eq!(count(&without, "select count(*) from gift").await, 0);

    let (ctx, stand_in) = with_gifts(db).await;
    let refused_form = CheckoutForm::parse("a@refused.example", None).expect("a good form");
    let error = refused(begin(&ctx, &giver, &refused_form).await);
    assert!(is(&error, "InvalidFields"), "{error:?}");
    begin(&ctx, &giver, &form()).await.expect("with another address");
    assert_eq!(stand_in.world().payments().count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_mail_to_the_giver_is_a_receipt_without_the_code(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, _, payment) = paid(&ctx, &stand_in).await;
    let job: sqlx::types::Json<Job> = sqlx::query_scalar("select payload from job where kind = 'send_mail'")
        .fetch_one(&ctx.db)
        .await
        .expect("one");
    let sqlx::types::Json(Job::SendMail {
        message: Mail::GiftPaid { gift },
    }) = job
    else {
        panic!("another mail");
    };
    let letter = paid_letter(&ctx, gift).await.expect("rendered").expect("one");
    assert_eq!(letter.to.to_string(), ADDRESS);
    assert!(
        letter.text.contains("200.00 USD") && letter.text.contains(&payment),
        "{}",
        letter.text
    );
    assert!(letter.text.contains("https://here.example/subscribe/gift"));
    assert!(!letter.text.contains(&code.in_groups()) && !letter.text.contains("/gift/"));
    stand_in.world().refund(&payment, None);
    deliver(&ctx, &stand_in).await;
    assert!(
        paid_letter(&ctx, gift).await.expect("rendered").is_none(),
        "it has ended"
    );
}
