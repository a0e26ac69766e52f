//! A gift beside other premium: no day of it goes by while something else gives premium.

use shared::ctx::Ctx;
use shared::gift::{Outcome, accept};
use shared::ids::UserId;
use shared::staff::users::{AtProvider, Months, grant, revoke};
use shared::subscription::{Buyer, begin};
use shared::user;
use sqlx::PgPool;
use testing::{staff, user};
use time::Duration;

use super::super::subscription::{CARD, deliver, secret, status_of, subscriber, wanted};
use super::{paid, running_days, with_gifts};

/// How many days are held back.
async fn held_days(ctx: &Ctx, who: UserId) -> i64 {
    status_of(ctx, who).await.gift_days
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn while_a_subscription_renews_a_year_waits_and_begins_when_it_ends(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let (code, ..) = paid(&ctx, &stand_in).await;
    let accepted = accept(&ctx, who, &code).await.expect("accepted");
    assert_eq!(
        accepted,
        Outcome::Accepted {
            until: None,
            held_days: 365
        }
    );
    assert_eq!((running_days(&ctx, who).await, held_days(&ctx, who).await), (None, 365));
    stand_in.world().renew(&id, true);
    deliver(&ctx, &stand_in).await;
    assert_eq!(held_days(&ctx, who).await, 365, "a renewal takes nothing");
    stand_in.world().cancel(&id);
    deliver(&ctx, &stand_in).await;
    let seen = status_of(&ctx, who).await;
    assert!(seen.is_premium, "the year has begun");
    assert_eq!((running_days(&ctx, who).await, seen.gift_days), (Some(365), 0));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_subscribes_while_a_year_runs_loses_nothing_of_it(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let who = user(&ctx.db, 1).await;
    let (code, ..) = paid(&ctx, &stand_in).await;
    accept(&ctx, who, &code).await.expect("accepted");
    sqlx::query("update app_user set gift_from = gift_from - interval '100 days', gift_until = gift_until - interval '100 days'")
        .execute(&ctx.db)
        .await
        .expect("a hundred days later");
    let way = begin(&ctx, &Buyer::User(who), &wanted("a@mail.example"))
        .await
        .expect("begun");
    assert_eq!(running_days(&ctx, who).await, Some(265), "nothing is paid yet");
    stand_in.world().confirm(&secret(way), CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!((running_days(&ctx, who).await, held_days(&ctx, who).await), (None, 265));
    let id = stand_in.world().subscriptions().last().expect("one").id.clone();
    stand_in.world().set_status(&id, "canceled");
    deliver(&ctx, &stand_in).await;
    assert_eq!(running_days(&ctx, who).await, Some(265));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_gifts_follow_each_other(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let who = user(&ctx.db, 1).await;
    for _ in 0..2 {
        let (code, ..) = paid(&ctx, &stand_in).await;
        accept(&ctx, who, &code).await.expect("accepted");
    }
    assert_eq!(running_days(&ctx, who).await, Some(730));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_begins_after_the_grace_of_a_late_payment_and_waits_again_once_that_is_paid(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (who, id) = subscriber(&ctx, &stand_in, 1).await;
    let (code, ..) = paid(&ctx, &stand_in).await;
    accept(&ctx, who, &code).await.expect("accepted");
    stand_in.world().renew(&id, false);
    deliver(&ctx, &stand_in).await;
    let account = user::find(&ctx.db, who).await.expect("there");
    let grace = account.subscription_grace_until.expect("a time");
    let until = account.gift_until.expect("it begins then");
    assert_eq!((until - grace).whole_days(), 365);
    assert!(account.is_premium(grace - Duration::SECOND) && account.is_premium(grace + Duration::SECOND));
    stand_in.world().pay(&id, CARD);
    deliver(&ctx, &stand_in).await;
    assert_eq!((running_days(&ctx, who).await, held_days(&ctx, who).await), (None, 365));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_runs_after_what_staff_have_granted(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (who, ruth) = (user(&ctx.db, 1).await, staff("Ruth"));
    let months = Months::parse(Some(2)).expect("two");
    grant(&ctx, &ruth, who, months).await.expect("granted");
    let (code, ..) = paid(&ctx, &stand_in).await;
    accept(&ctx, who, &code).await.expect("accepted");
    let account = user::find(&ctx.db, who).await.expect("there");
    let granted = account.manual_premium_until.expect("granted");
    assert_eq!((account.gift_until.expect("a time") - granted).whole_days(), 365);
    grant(&ctx, &ruth, who, months).await.expect("granted again");
    let account = user::find(&ctx.db, who).await.expect("there");
    let granted = account.manual_premium_until.expect("granted");
    assert_eq!((account.gift_until.expect("a time") - granted).whole_days(), 365);
    revoke(&ctx, &ruth, who, AtProvider::Keep).await.expect("revoked");
    assert_eq!(running_days(&ctx, who).await, Some(365), "only the grant is gone");
}
