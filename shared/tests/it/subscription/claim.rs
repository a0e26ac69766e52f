//! Guest subscriptions, claimed by the user who verifies the address.

use shared::account::{self, SubscriptionEnd};
use shared::ctx::Ctx;
use shared::ids::UserId;
use shared::sign_in::{KnownEmail, PriorIdentity, Proof, Verified, complete};
use shared::subscription::{self, Buyer, Caller, CheckoutToken, SubscriptionStatus, accept, begin, is_offered, status};
use sqlx::PgPool;
use testing::user;

use super::{
    CARD, count, deliver, is, now, refused, run_due_jobs, secret, status_of, subscriber, wanted, with_stand_in,
};

fn proof(email: &str, is_verified: bool) -> Proof {
    Proof {
        issuer: "https://issuer.example".to_owned(),
        subject: email.to_owned(),
        email: Some(KnownEmail {
            address: email.to_owned(),
            verified: if is_verified { Verified::Mailbox } else { Verified::No },
        }),
        first_name: None,
        last_name: None,
        picture: None,
    }
}

pub async fn sign_in(ctx: &Ctx, email: &str, is_verified: bool) -> UserId {
    complete_with(ctx, &proof(email, is_verified), None).await
}

/// Signs in with a verified address, in a browser that has begun a checkout.
pub async fn sign_in_with(ctx: &Ctx, email: &str, checkout: Option<CheckoutToken>) -> UserId {
    complete_with(ctx, &proof(email, true), checkout).await
}

async fn complete_with(ctx: &Ctx, proof: &Proof, checkout: Option<CheckoutToken>) -> UserId {
    let before = PriorIdentity {
        checkout,
        ..PriorIdentity::default()
    };
    complete(ctx, proof, &before).await.expect("signed in");
    let id = sqlx::query_scalar("select user_id from identity where subject = $1")
        .bind(&proof.subject)
        .fetch_one(&ctx.db)
        .await
        .expect("known");
    UserId(id)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_guest_subscription_is_claimed_by_the_user_who_verifies_its_address_and_accepts_it(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let token = CheckoutToken::fresh().expect("random");
    let visitor = Buyer::Visitor(token.clone());
    let way = begin(&ctx, &visitor, &wanted("Naomi@Mail.example"))
        .await
        .expect("begun");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    let now = now(&ctx).await;
    let seen = status(&ctx, &Caller::Visitor(token.clone()), now)
        .await
        .expect("readable");
    assert_eq!((seen.is_premium, seen.status.as_deref()), (true, Some("active")));
    let stranger = Caller::Visitor(CheckoutToken::fresh().expect("random"));
    assert_eq!(
        status(&ctx, &stranger, now).await.expect("readable"),
        SubscriptionStatus::default()
    );

    let unproven = sign_in(&ctx, "naomi@mail.example", false).await;
    assert!(
        !status_of(&ctx, unproven).await.is_premium,
        "an address that is not verified claims nothing"
    );
    let other = sign_in(&ctx, "orpah@mail.example", true).await;
    assert!(!status_of(&ctx, other).await.is_premium);
    sqlx::query("delete from identity")
        .execute(&ctx.db)
        .await
        .expect("forgotten");
    let naomi = sign_in(&ctx, "naomi@mail.example", true).await;
    for user in [unproven, other] {
        assert!(!is_offered(&ctx, user, None).await.expect("readable"));
        assert!(is(&refused(accept(&ctx, user, None).await), "NotFound"));
    }
    assert!(
        !status_of(&ctx, naomi).await.is_premium,
        "the payer may have mistyped the address, so signing in alone gives nothing"
    );
    assert!(is_offered(&ctx, naomi, None).await.expect("readable"));
    accept(&ctx, naomi, None).await.expect("accepted");
    assert!(status_of(&ctx, naomi).await.is_premium);
    assert!(!is_offered(&ctx, naomi, None).await.expect("readable"));
    assert_eq!(
        count(
            &ctx,
            "select count(*) from audit_entry where action = 'user.subscription_claimed'"
        )
        .await,
        1
    );
    let after = status(&ctx, &Caller::Visitor(token), now).await.expect("readable");
    assert_eq!(after, SubscriptionStatus::default(), "the cookie opens it no more");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_checkout_under_somebody_elses_address_bills_its_owner_nothing(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (owner, _) = subscriber(&ctx, &stand_in, 1).await;
    let typer = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    let email = "person1@example.org";
    let theirs = secret(
        begin(&ctx, &typer, &wanted(email))
            .await
            .expect("a new one, of their own"),
    );
    assert_eq!(stand_in.world().subscriptions().count(), 2);
    let before = status_of(&ctx, owner).await;
    assert_eq!(sign_in(&ctx, email, true).await, owner);
    assert_eq!(
        status_of(&ctx, owner).await,
        before,
        "what is only begun in their name changes nothing"
    );
    stand_in.world().confirm(&theirs, CARD);
    deliver(&ctx, &stand_in).await;
    assert!(
        status_of(&ctx, owner).await.is_premium,
        "what is paid in their name is a gift"
    );
    let receipt = account::delete(&ctx, owner).await.expect("deleted");
    assert_eq!(receipt.subscription, SubscriptionEnd::Cancelling);
    run_due_jobs(&ctx).await;
    assert!(stand_in.world().subscriptions().all(|found| found.status == "canceled"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_an_account_ends_the_subscription_its_owner_began_as_a_guest(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let begin_as_visitor = async |email: &str| {
        let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
        secret(begin(&ctx, &visitor, &wanted(email)).await.expect("begun"))
    };
    let never_told_of_it = sign_in(&ctx, "naomi@mail.example", true).await;
    let paid = begin_as_visitor("Naomi@mail.example").await;
    stand_in.world().confirm(&paid, CARD);
    deliver(&ctx, &stand_in).await;
    let paid = begin_as_visitor("ruth@mail.example").await;
    stand_in.world().confirm(&paid, CARD);
    let before_the_event = sign_in(&ctx, "ruth@mail.example", true).await;
    let others = begin_as_visitor("orpah@mail.example").await;
    stand_in.world().confirm(&others, CARD);

    for who in [never_told_of_it, before_the_event] {
        let receipt = account::delete(&ctx, who).await.expect("deleted");
        assert_eq!(receipt.subscription, SubscriptionEnd::Cancelling);
    }
    deliver(&ctx, &stand_in).await;
    let states: Vec<String> = stand_in
        .world()
        .subscriptions()
        .map(|found| found.status.clone())
        .collect();
    assert_eq!(states, ["canceled", "canceled", "active"]);
    assert_eq!(
        count(&ctx, "select count(*) from stripe_customer where email is not null").await,
        1,
        "of the deleted accounts no address is left"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_payment_before_sign_in_is_claimed_when_its_event_arrives(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let token = CheckoutToken::fresh().expect("random");
    let visitor = Buyer::Visitor(token.clone());
    let way = begin(&ctx, &visitor, &wanted("naomi@mail.example"))
        .await
        .expect("begun");
    let naomi = sign_in_with(&ctx, "naomi@mail.example", Some(token)).await;
    assert!(!status_of(&ctx, naomi).await.is_premium);
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn correcting_the_address_before_paying_subscribes_the_new_address(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    begin(&ctx, &visitor, &wanted("orpah@mail.example"))
        .await
        .expect("begun");
    let orpah = sign_in(&ctx, "orpah@mail.example", true).await;
    let way = begin(&ctx, &visitor, &wanted("naomi@mail.example"))
        .await
        .expect("begun again");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    assert!(!status_of(&ctx, orpah).await.is_premium, "nobody paid for this address");
    let naomi = sign_in(&ctx, "naomi@mail.example", true).await;
    accept(&ctx, naomi, None).await.expect("accepted");
    assert!(status_of(&ctx, naomi).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn unpaid_and_unclaimed_subscriptions_are_deleted_after_a_month(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (kept, _) = subscriber(&ctx, &stand_in, 1).await;
    let mut secrets = Vec::new();
    for email in ["paid@mail.example", "unpaid@mail.example"] {
        let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
        secrets.push(secret(begin(&ctx, &visitor, &wanted(email)).await.expect("begun")));
    }
    stand_in.world().confirm(&secrets[0], CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("none"), 0);
    for later in [
        "update stripe_customer set created_at = now() - interval '31 days'",
        "update subscription set created_at = now() - interval '31 days'",
    ] {
        sqlx::query(later).execute(&ctx.db).await.expect("a month later");
    }
    for deleted in [1, 0] {
        assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("deleted"), deleted);
    }
    assert_eq!(
        count(
            &ctx,
            "select count(*) from stripe_customer where email = 'paid@mail.example'"
        )
        .await,
        1
    );
    assert!(status_of(&ctx, kept).await.is_premium);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cleanup_keeps_subscriptions_that_may_still_be_paid_or_must_be_ended(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    begin(&ctx, &visitor, &wanted("late@mail.example"))
        .await
        .expect("begun");
    let who = user(&ctx.db, 1).await;
    let way = begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("begun");
    sqlx::query("update stripe_customer set created_at = now() - interval '31 days'")
        .execute(&ctx.db)
        .await
        .expect("a month later");
    // It is paid, and its event has not arrived when the account is deleted.
    stand_in.world().confirm(&secret(way), CARD);
    account::delete(&ctx, who).await.expect("deleted");
    assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("none"), 0);
    sqlx::query("update subscription set created_at = now() - interval '3 days'")
        .execute(&ctx.db)
        .await
        .expect("later");
    assert_eq!(
        subscription::delete_unclaimed(&ctx).await.expect("deleted"),
        1,
        "what nobody paid goes"
    );
    deliver(&ctx, &stand_in).await;
    let paid = stand_in.world().subscriptions().last().expect("two").status.clone();
    assert_eq!(paid, "canceled");
    assert_eq!(subscription::delete_unclaimed(&ctx).await.expect("deleted"), 1);
}
