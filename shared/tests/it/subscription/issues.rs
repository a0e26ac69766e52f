//! Disputes, refunds, those that fail later, and early fraud warnings.

use shared::ctx::Ctx;
use shared::staff::{payment_issues, subscriptions};
use shared::subscription::sweep;
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{staff, unaudited, watch_states};

use super::{count, deliver, is, refused, run_due_jobs, status_of, subscriber, with_stand_in};

const MAILS: &str =
    "select count(*) from job where kind = 'send_mail' and payload -> 'message' ->> 'what' = 'payment_issue'";

async fn issues(ctx: &Ctx, stand_in: &StandIn) -> Vec<(String, i64, bool)> {
    deliver(ctx, stand_in).await;
    // The job that ends the subscription has made more events.
    deliver(ctx, stand_in).await;
    let listed = payment_issues::list(&ctx.db).await.expect("listed");
    listed
        .into_iter()
        .map(|issue| (issue.kind, issue.amount, issue.ends))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dispute_ends_the_subscription_and_staff_are_told_once(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    watch_states(&ctx.db).await;
    stand_in.world().carelessness.doubled = 100;
    stand_in.world().dispute(&id);
    assert_eq!(issues(&ctx, &stand_in).await, [("dispute".to_owned(), 2000, true)]);
    assert_eq!(count(&ctx, MAILS).await, 1);
    assert!(!status_of(&ctx, who).await.is_premium);
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");

    let ruth = staff("Ruth");
    let listed = payment_issues::list(&ctx.db).await.expect("listed");
    assert_eq!(listed[0].subscription_stripe_id.as_deref(), Some(id.as_str()));
    payment_issues::handle(&ctx, &ruth, listed[0].id)
        .await
        .expect("handled");
    let again = refused(payment_issues::handle(&ctx, &ruth, listed[0].id).await);
    assert!(is(&again, "NotFound"), "{again:?}");
    assert!(payment_issues::list(&ctx.db).await.expect("listed").is_empty());
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_full_refund_ends_the_subscription_and_a_partial_one_does_not(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().refund(&id, Some(500));
    assert_eq!(issues(&ctx, &stand_in).await, [("refund".to_owned(), 500, false)]);
    assert!(status_of(&ctx, who).await.is_premium);
    stand_in.world().refund(&id, None);
    assert_eq!(issues(&ctx, &stand_in).await, [("refund".to_owned(), 2000, true)]);
    assert!(!status_of(&ctx, who).await.is_premium);
    assert_eq!(count(&ctx, MAILS).await, 2, "the rest is news again");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_may_keep_a_subscription_after_a_full_refund(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let found = subscriptions::search(&ctx, &id).await.expect("found");
    subscriptions::keep_after_refund(&ctx, &staff("Ruth"), found[0].id)
        .await
        .expect("kept");
    stand_in.world().refund(&id, None);
    assert_eq!(issues(&ctx, &stand_in).await, [("refund".to_owned(), 2000, false)]);
    assert!(status_of(&ctx, who).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refund_that_fails_later_is_told_once_and_each_further_one_again(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    watch_states(&ctx.db).await;
    stand_in.world().refund(&id, Some(500));
    deliver(&ctx, &stand_in).await;
    stand_in.world().carelessness.doubled = 100;
    stand_in.world().fail_refund(&id);
    let listed = issues(&ctx, &stand_in).await;
    assert!(listed.contains(&("refund_failed".to_owned(), 500, false)), "{listed:?}");
    assert_eq!(listed.len(), 2, "the refund stays on the list");
    assert_eq!(count(&ctx, MAILS).await, 2);
    assert!(status_of(&ctx, who).await.is_premium);

    stand_in.world().refund(&id, None);
    stand_in.world().fail_refund(&id);
    let listed = issues(&ctx, &stand_in).await;
    assert!(
        listed.contains(&("refund_failed".to_owned(), 2500, false)),
        "{listed:?}"
    );
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refund_that_fails_because_of_a_dispute_is_not_told_besides(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().refund(&id, Some(500));
    deliver(&ctx, &stand_in).await;
    stand_in.world().dispute(&id);
    stand_in.world().fail_refund(&id);
    let mut listed = issues(&ctx, &stand_in).await;
    listed.sort();
    let wanted = [("dispute", 2000, true), ("refund", 500, false)];
    assert_eq!(
        listed,
        wanted.map(|(kind, amount, ends)| (kind.to_owned(), amount, ends))
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_failed_refund_whose_event_was_lost_is_found_by_the_sweep_and_revives_nothing(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().refund(&id, None);
    assert_eq!(issues(&ctx, &stand_in).await, [("refund".to_owned(), 2000, true)]);
    stand_in.world().fail_refund(&id);
    drop(stand_in.world().take_events());
    sweep(&ctx).await.expect("swept");
    run_due_jobs(&ctx).await;
    let listed = issues(&ctx, &stand_in).await;
    assert!(
        listed.contains(&("refund_failed".to_owned(), 2000, false)),
        "{listed:?}"
    );
    assert!(!status_of(&ctx, who).await.is_premium, "it has ended at Stripe");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_early_fraud_warning_is_told_and_ends_nothing_by_itself(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().warn_of_fraud(&id);
    assert_eq!(
        issues(&ctx, &stand_in).await,
        [("fraud_warning".to_owned(), 2000, false)]
    );
    assert!(status_of(&ctx, who).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dispute_whose_event_was_lost_is_found_by_the_sweep(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().dispute(&id);
    drop(stand_in.world().take_events());
    sweep(&ctx).await.expect("swept");
    run_due_jobs(&ctx).await;
    assert!(!status_of(&ctx, who).await.is_premium);
    assert_eq!(count(&ctx, "select count(*) from payment_issue").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_inquiry_is_told_and_ends_nothing_until_it_becomes_a_dispute(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().inquire(&id);
    assert_eq!(issues(&ctx, &stand_in).await, [("inquiry".to_owned(), 2000, false)]);
    stand_in.world().move_dispute(&id, "warning_under_review");
    assert_eq!(issues(&ctx, &stand_in).await, [("inquiry".to_owned(), 2000, false)]);
    assert_eq!(count(&ctx, MAILS).await, 1);
    assert!(status_of(&ctx, who).await.is_premium);
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "active");

    stand_in.world().move_dispute(&id, "needs_response");
    assert_eq!(issues(&ctx, &stand_in).await, [("dispute".to_owned(), 2000, true)]);
    assert!(!status_of(&ctx, who).await.is_premium);
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_closed_inquiry_and_one_whose_events_were_lost_end_nothing(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().inquire(&id);
    drop(stand_in.world().take_events());
    sweep(&ctx).await.expect("swept");
    run_due_jobs(&ctx).await;
    assert_eq!(issues(&ctx, &stand_in).await, [("inquiry".to_owned(), 2000, false)]);
    stand_in.world().move_dispute(&id, "warning_closed");
    deliver(&ctx, &stand_in).await;
    assert!(status_of(&ctx, who).await.is_premium);
}
