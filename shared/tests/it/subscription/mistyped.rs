//! A mistyped address: what the payer, the stranger with the address and staff can do.

use shared::account::{self, SubscriptionEnd};
use shared::ctx::Ctx;
use shared::staff::subscriptions;
use shared::subscription::{
    self, Buyer, Caller, CheckoutToken, accept, begin, cancel_with_period, correct_address, decline, is_offered, status,
};
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{staff, unaudited, watch_states};

use super::claim::{sign_in, sign_in_with};
use super::{CARD, count, deliver, is, now, refused, run_due_jobs, secret, status_of, wanted, with_stand_in};

const MISTYPED: &str = "ana@gmial.example";
const RIGHT: &str = "ana@gmail.example";

/// A visitor who has paid with the mistyped address, and the id of the subscription.
async fn payer(ctx: &Ctx, stand_in: &StandIn) -> (CheckoutToken, String) {
    let token = CheckoutToken::fresh().expect("random");
    let way = begin(ctx, &Buyer::Visitor(token.clone()), &wanted(MISTYPED))
        .await
        .expect("begun");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(ctx, stand_in).await;
    let id = stand_in.world().subscriptions().last().expect("one").id.clone();
    (token, id)
}

async fn waits_for(ctx: &Ctx, token: &CheckoutToken) -> Option<String> {
    let now = now(ctx).await;
    let seen = status(ctx, &Caller::Visitor(token.clone()), now)
        .await
        .expect("readable");
    seen.waits_for
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_browser_that_paid_corrects_the_address_and_gets_premium(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (token, id) = payer(&ctx, &stand_in).await;
    assert_eq!(waits_for(&ctx, &token).await.as_deref(), Some(MISTYPED));
    let stranger = sign_in(&ctx, MISTYPED, true).await;
    correct_address(&ctx, &token, &wanted(RIGHT)).await.expect("corrected");
    assert_eq!(waits_for(&ctx, &token).await.as_deref(), Some(RIGHT));
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    assert_eq!(stand_in.world().email_of(&customer), Some(RIGHT), "receipts go there");
    assert!(!is_offered(&ctx, stranger, None).await.expect("readable"));
    assert!(is(&refused(accept(&ctx, stranger, None).await), "NotFound"));

    let ana = sign_in_with(&ctx, RIGHT, Some(token.clone())).await;
    assert!(status_of(&ctx, ana).await.is_premium, "the same browser claims at once");
    let late = correct_address(&ctx, &token, &wanted("else@mail.example")).await;
    assert!(is(&refused(late), "NotFound"), "claimed is claimed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_stranger_gets_nothing_before_they_accept_and_may_decline(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (token, id) = payer(&ctx, &stand_in).await;
    let stranger = sign_in(&ctx, MISTYPED, true).await;
    assert!(!status_of(&ctx, stranger).await.is_premium);
    let account = shared::user::find(&ctx.db, stranger).await.expect("there");
    assert_eq!(
        account.stripe_customer_id, None,
        "nor the way to the payer's billing page"
    );
    decline(&ctx, stranger).await.expect("declined");
    decline(&ctx, stranger).await.expect("and again");
    assert!(!is_offered(&ctx, stranger, None).await.expect("readable"));
    assert!(is(&refused(accept(&ctx, stranger, None).await), "NotFound"));
    let receipt = account::delete(&ctx, stranger).await.expect("deleted");
    assert_eq!(receipt.subscription, SubscriptionEnd::None);
    run_due_jobs(&ctx).await;
    assert_eq!(
        stand_in.world().subscription(&id).expect("there").status,
        "active",
        "what the stranger has declined stays the payer's"
    );
    correct_address(&ctx, &token, &wanted(RIGHT)).await.expect("corrected");
    let ana = sign_in(&ctx, RIGHT, true).await;
    assert!(is_offered(&ctx, ana, None).await.expect("readable"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_browser_that_paid_is_offered_it_under_another_account_too(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (token, _) = payer(&ctx, &stand_in).await;
    let ana = sign_in_with(&ctx, RIGHT, Some(token.clone())).await;
    assert!(!status_of(&ctx, ana).await.is_premium);
    assert!(is_offered(&ctx, ana, Some(&token)).await.expect("readable"));
    accept(&ctx, ana, Some(&token)).await.expect("accepted");
    assert!(status_of(&ctx, ana).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_browser_that_paid_cancels_and_opens_its_receipt(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (token, id) = payer(&ctx, &stand_in).await;
    let visitor = Buyer::Visitor(token.clone());
    let receipt = subscription::receipt(&ctx, &visitor).await.expect("a receipt");
    assert!(receipt.starts_with(&format!("{}/invoice/", stand_in.url)), "{receipt}");
    cancel_with_period(&ctx, &visitor).await.expect("cancelled");
    assert!(stand_in.world().subscription(&id).expect("there").cancel_at_period_end);
    let other = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    assert!(is(&refused(subscription::receipt(&ctx, &other).await), "NoBilling"));
    assert!(is(&refused(cancel_with_period(&ctx, &other).await), "NoBilling"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_find_an_unclaimed_subscription_and_hand_it_over_or_end_it(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    watch_states(&ctx.db).await;
    let (_, id) = payer(&ctx, &stand_in).await;
    let ruth = staff("Ruth");
    let customer = stand_in.world().subscription(&id).expect("there").customer.clone();
    let mut found = Vec::new();
    for text in [" ANA@gmial.example ", &id, &customer] {
        found = subscriptions::search(&ctx, text).await.expect("found");
        assert_eq!(found.len(), 1, "{text}");
    }
    assert!(subscriptions::search(&ctx, "gmial").await.expect("none").is_empty());
    let row = found[0].id;
    let unproven = refused(subscriptions::hand_over(&ctx, &ruth, row, RIGHT).await);
    assert!(is(&unproven, "InvalidFields"), "{unproven:?}");
    let ana = sign_in(&ctx, RIGHT, true).await;
    subscriptions::hand_over(&ctx, &ruth, row, "Ana@Gmail.example")
        .await
        .expect("handed over");
    assert!(status_of(&ctx, ana).await.is_premium);
    let again = refused(subscriptions::hand_over(&ctx, &ruth, row, RIGHT).await);
    assert!(is(&again, "Conflict"), "{again:?}");

    subscriptions::end(&ctx, &ruth, row).await.expect("ended");
    run_due_jobs(&ctx).await;
    assert_eq!(stand_in.world().subscription(&id).expect("there").status, "canceled");
    assert!(!status_of(&ctx, ana).await.is_premium);
    let over = refused(subscriptions::end(&ctx, &ruth, row).await);
    assert!(is(&over, "Conflict"), "{over:?}");
    let by_staff = "select count(*) from audit_entry where actor_name = 'Ruth'
        and action in ('user.subscription_handed_over', 'subscription.ended')";
    assert_eq!(count(&ctx, by_staff).await, 2);
    assert_eq!(unaudited(&ctx.db).await.0, Vec::<String>::new());
}
