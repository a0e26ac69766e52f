//! The end of a gift: refunds, disputes, staff, and accounts that are deleted.

use shared::account;
use shared::ctx::Ctx;
use shared::gift::{Outcome, accept, look, own};
use shared::staff::{gifts, payment_issues};
use shared::subscription::{Buyer, issue_letter, reconcile};
use sqlx::PgPool;
use testing::{ctx_with, staff, unaudited, user, watch_states};

use super::super::subscription::{CARD, count, deliver, is, refused, run_due_jobs};
use super::{
    YEARLY_CENTS, begun, gifts_of, is_premium, last_payment, paid, running_days, state_of, visitor, with_gifts,
};

/// What waits for staff: the kinds, and whether each ended the gift.
async fn issues(ctx: &Ctx) -> Vec<(String, bool)> {
    let all = payment_issues::list(&ctx.db).await.expect("listed");
    assert!(
        all.iter()
            .all(|issue| issue.is_of_gift && issue.subscription_stripe_id.is_none())
    );
    all.into_iter().map(|issue| (issue.kind, issue.ends)).collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refunded_or_disputed_gift_ends_and_a_question_or_a_part_ends_nothing(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let ruth = user(&ctx.db, 1).await;
    watch_states(&ctx.db).await;
    let (code, browser, refunded) = paid(&ctx, &stand_in).await;
    accept(&ctx, ruth, &code).await.expect("accepted");
    stand_in.world().refund(&refunded, Some(100));
    stand_in.world().inquire(&refunded);
    stand_in.world().warn_of_fraud(&refunded);
    deliver(&ctx, &stand_in).await;
    assert_eq!(running_days(&ctx, ruth).await, Some(365));
    assert_eq!(issues(&ctx).await.iter().filter(|(_, ends)| *ends).count(), 0);
    stand_in.world().move_dispute(&refunded, "warning_closed");
    stand_in.world().refund(&refunded, None);
    deliver(&ctx, &stand_in).await;
    assert!(!is_premium(&ctx, ruth).await);
    assert_eq!(state_of(&ctx, &refunded).await, "refunded");
    assert_eq!(look(&ctx, &code, Some(ruth)).await.expect("known"), Outcome::Ended);
    assert_eq!(gifts_of(&ctx, &browser).await[0].state, "refunded");

    let (unused, _, disputed) = paid(&ctx, &stand_in).await;
    stand_in.world().dispute(&disputed);
    deliver(&ctx, &stand_in).await;
    assert_eq!(look(&ctx, &unused, None).await.expect("known"), Outcome::Ended);
    assert_eq!(accept(&ctx, ruth, &unused).await.expect("known"), Outcome::Ended);
    let mut kinds = issues(&ctx).await;
    kinds.sort();
    let wanted = [
        ("dispute", true),
        ("fraud_warning", false),
        ("inquiry", false),
        ("refund", true),
    ];
    assert_eq!(kinds, wanted.map(|(kind, ends)| (kind.to_owned(), ends)));
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());
    for issue in payment_issues::list(&ctx.db).await.expect("listed") {
        payment_issues::handle(&ctx, &staff("Ruth"), issue.id)
            .await
            .expect("handled");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refund_of_a_gift_that_fails_later_is_told_and_the_gift_stays_ended(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, _, payment) = paid(&ctx, &stand_in).await;
    stand_in.world().refund(&payment, None);
    deliver(&ctx, &stand_in).await;
    stand_in.world().fail_refund(&payment);
    deliver(&ctx, &stand_in).await;
    let mut kinds = issues(&ctx).await;
    kinds.sort();
    let wanted = [("refund", true), ("refund_failed", false)];
    assert_eq!(kinds, wanted.map(|(kind, ends)| (kind.to_owned(), ends)));
    assert_eq!(state_of(&ctx, &payment).await, "refunded");
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Ended);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn of_two_gifts_only_the_refunded_one_is_taken_back_also_while_it_waits(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let who = user(&ctx.db, 1).await;
    let mut payments = Vec::new();
    for _ in 0..2 {
        let (code, _, payment) = paid(&ctx, &stand_in).await;
        accept(&ctx, who, &code).await.expect("accepted");
        payments.push(payment);
    }
    stand_in.world().refund(&payments[0], None);
    deliver(&ctx, &stand_in).await;
    deliver(&ctx, &stand_in).await;
    assert_eq!(running_days(&ctx, who).await, Some(365));
    assert_eq!(state_of(&ctx, &payments[1]).await, "used");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refund_whose_event_was_lost_is_found_at_night(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, _, payment) = paid(&ctx, &stand_in).await;
    let who = user(&ctx.db, 1).await;
    accept(&ctx, who, &code).await.expect("accepted");
    stand_in.world().refund(&payment, None);
    drop(stand_in.world().take_events());
    reconcile(&ctx).await.expect("compared");
    assert_eq!(state_of(&ctx, &payment).await, "refunded");
    assert!(!is_premium(&ctx, who).await);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_refund_a_gift_only_while_nobody_has_used_it(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let naomi = staff("Naomi");
    let (code, browser, payment) = paid(&ctx, &stand_in).await;
    let listed = gifts::list(&ctx, "GIVER@mail.example").await.expect("listed");
    assert_eq!((listed.len(), listed[0].state.as_str()), (1, "paid"));
    let id = listed[0].id;
    gifts::refund(&ctx, &naomi, id).await.expect("decided");
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Ended, "at once");
    assert_eq!(gifts_of(&ctx, &browser).await[0].code, None);
    let again = refused(gifts::refund(&ctx, &naomi, id).await);
    assert!(is(&again, "Conflict"), "{again:?}");
    for _ in 0..2 {
        run_due_jobs(&ctx).await;
        deliver(&ctx, &stand_in).await;
    }
    assert_eq!(state_of(&ctx, &payment).await, "refunded");
    assert_eq!(stand_in.world().refunded(&payment), YEARLY_CENTS);
    assert!(issues(&ctx).await.is_empty(), "our own refund is no news");

    let (used, _, payment) = paid(&ctx, &stand_in).await;
    accept(&ctx, user(&ctx.db, 1).await, &used).await.expect("accepted");
    let id = gifts::list(&ctx, &payment).await.expect("listed")[0].id;
    let error = refused(gifts::refund(&ctx, &naomi, id).await);
    assert!(is(&error, "Conflict"), "{error:?}");
    let error = refused(gifts::refund(&ctx, &naomi, uuid::Uuid::now_v7()).await);
    assert!(is(&error, "NotFound"), "{error:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_gift_that_stripe_does_not_refund_can_be_used_again(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, ..) = paid(&ctx, &stand_in).await;
    let id = gifts::list(&ctx, "").await.expect("listed")[0].id;
    stand_in.world().faults.no_refunds = true;
    gifts::refund(&ctx, &staff("Naomi"), id).await.expect("decided");
    run_due_jobs(&ctx).await;
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Open);
    stand_in.world().faults.no_refunds = false;
    stand_in.world().faults.down = true;
    gifts::refund(&ctx, &staff("Naomi"), id).await.expect("decided");
    run_due_jobs(&ctx).await;
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Ended);
    stand_in.world().faults.down = false;
    run_due_jobs(&ctx).await;
    assert_eq!(gifts::list(&ctx, "").await.expect("listed")[0].state, "refunded");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_end_a_gift_and_hand_an_unused_one_over(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let who = user(&ctx.db, 1).await;
    watch_states(&ctx.db).await;
    let naomi = staff("Naomi");
    let (code, _, payment) = paid(&ctx, &stand_in).await;
    let id = gifts::list(&ctx, &payment).await.expect("listed")[0].id;
    let nobody = refused(gifts::hand_over(&ctx, &naomi, id, "nobody@mail.example").await);
    assert!(is(&nobody, "InvalidFields"), "{nobody:?}");
    gifts::hand_over(&ctx, &naomi, id, " person1@example.org ")
        .await
        .expect("handed over");
    assert_eq!(running_days(&ctx, who).await, Some(365));
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Used);
    let again = refused(gifts::hand_over(&ctx, &naomi, id, "person1@example.org").await);
    assert!(is(&again, "Conflict"), "{again:?}");
    gifts::end(&ctx, &naomi, id).await.expect("ended");
    assert!(!is_premium(&ctx, who).await);
    let again = refused(gifts::end(&ctx, &naomi, id).await);
    assert!(is(&again, "Conflict"), "{again:?}");
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());
    // Refunded afterwards in Stripe's dashboard: nothing is taken a second time.
    stand_in.world().refund(&payment, None);
    deliver(&ctx, &stand_in).await;
    assert_eq!(state_of(&ctx, &payment).await, "refunded");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_gift_outlives_the_account_of_its_giver_and_leaves_nothing_of_either(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (giver, receiver) = (user(&ctx.db, 1).await, user(&ctx.db, 2).await);
    let begun = begun(&ctx, &Buyer::User(giver)).await;
    stand_in.world().confirm(&begun.secret, CARD);
    deliver(&ctx, &stand_in).await;
    let code = own(&ctx, Some(giver), None)
        .await
        .expect("readable")
        .remove(0)
        .code
        .expect("it can be used");
    let exported = account::export(&ctx, giver).await.expect("exported").gifts;
    assert!(exported[0].is_given && exported[0].amount == Some(YEARLY_CENTS));
    account::delete(&ctx, giver).await.expect("deleted");
    let left = "select count(*) from gift where email is not null or code_sealed is not null or giver_id is not null";
    assert_eq!(count(&ctx, left).await, 0);
    accept(&ctx, receiver, &code).await.expect("the link still opens it");
    assert_eq!(running_days(&ctx, receiver).await, Some(365));
    let exported = account::export(&ctx, receiver).await.expect("exported");
    assert!(!exported.gifts[0].is_given && exported.gifts[0].amount.is_none() && exported.gift_until.is_some());
    account::delete(&ctx, receiver).await.expect("deleted");
    assert_eq!(
        count(&ctx, "select count(*) from gift where receiver_id is not null").await,
        0
    );
    let payment = last_payment(&stand_in);
    stand_in.world().refund(&payment, None);
    deliver(&ctx, &stand_in).await;
    assert_eq!(state_of(&ctx, &payment).await, "refunded");
    assert!(gifts_of(&ctx, &visitor()).await.is_empty());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_read_in_the_mail_that_a_gift_has_ended(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db.clone()).await;
    let (_, _, payment) = paid(&ctx, &stand_in).await;
    stand_in.world().dispute(&payment);
    deliver(&ctx, &stand_in).await;
    let id = payment_issues::list(&ctx.db).await.expect("listed")[0].id;
    let with_staff = ctx_with(db, &[("ALERT_EMAIL", "staff@mail.example")]);
    let letter = issue_letter(&with_staff, id).await.expect("rendered").expect("one");
    assert!(letter.text.contains("It paid a gift, which ends."), "{}", letter.text);
}
