//! The yearly plan: its price, the choice before paying, and each row of the table in `docs/payments.md` for a year.

use shared::ctx::Ctx;
use shared::ids::UserId;
use shared::payments::Plan;
use shared::staff::duplicates;
use shared::subscription::{Buyer, CheckoutToken, begin, cancel_with_period, reconcile};
use sqlx::PgPool;
use stripe_standin::{PRICE, PRICE_YEARLY, StandIn};
use testing::{ctx_with, staff, user};
use time::OffsetDateTime;

use super::claim::{sign_in, sign_in_with};
use super::{CARD, DECLINED, count, deliver, is, refused, run_due_jobs, secret, status_of, wanted, with_stand_in};

const DAY: i64 = 24 * 3600;
const YEAR: i64 = 365 * DAY;
const YEARLY_CENTS: i64 = 20_000;
const ADDRESS: &str = "naomi@mail.example";
const OTHER_CARD: &str = "5555555555554444";

async fn with_years(db: PgPool) -> (Ctx, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    (ctx_with(db, &stand_in.settings_with_yearly()), stand_in)
}

/// Begins a plan and returns the secret of the payment form.
async fn chosen(ctx: &Ctx, buyer: &Buyer, plan: Plan) -> String {
    let form = wanted(ADDRESS).of_plan(plan);
    secret(begin(ctx, buyer, &form).await.expect("begun"))
}

/// Pays what was begun, and returns the id of the subscription.
async fn pay(ctx: &Ctx, stand_in: &StandIn, secret: &str, card: &str) -> String {
    stand_in.world().confirm(secret, card);
    deliver(ctx, stand_in).await;
    stand_in.world().subscriptions().last().expect("one").id.clone()
}

/// Somebody who has paid a year, and the id of the subscription.
async fn with_a_year(ctx: &Ctx, stand_in: &StandIn, number: u8) -> (UserId, String) {
    let who = user(&ctx.db, number).await;
    let secret = chosen(ctx, &Buyer::User(who), Plan::Yearly).await;
    let id = pay(ctx, stand_in, &secret, CARD).await;
    assert!(status_of(ctx, who).await.is_premium);
    (who, id)
}

fn period_end(stand_in: &StandIn, id: &str) -> i64 {
    stand_in.world().subscription(id).expect("there").period_end
}

fn status_at_stripe(stand_in: &StandIn, id: &str) -> String {
    stand_in.world().subscription(id).expect("there").status.clone()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_is_paid_once_and_renews_a_year_later(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let begun_at = stand_in.world().now();
    let (who, id) = with_a_year(&ctx, &stand_in, 1).await;
    let seen = status_of(&ctx, who).await;
    assert_eq!(seen.plan.as_deref(), Some("yearly"));
    let renews_at = seen.renews_at.expect("a date").unix_timestamp();
    assert!(
        (begun_at + YEAR..begun_at + YEAR + 60).contains(&renews_at),
        "{renews_at}"
    );
    stand_in.world().advance(31 * DAY);
    assert_eq!(stand_in.world().take_events().len(), 0, "nothing is due after a month");
    stand_in.world().advance(YEAR - 30 * DAY);
    deliver(&ctx, &stand_in).await;
    let later = status_of(&ctx, who).await;
    assert_eq!(
        later.renews_at.map(OffsetDateTime::unix_timestamp),
        Some(period_end(&stand_in, &id))
    );
    assert_eq!(period_end(&stand_in, &id), renews_at + YEAR);
    let ends = cancel_with_period(&ctx, &Buyer::User(who)).await.expect("cancelled");
    assert_eq!(ends.unix_timestamp(), renews_at + YEAR, "with the year that is paid");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_choice_before_paying_ends_the_unpaid_subscription(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let who = user(&ctx.db, 1).await;
    let buyer = Buyer::User(who);
    let monthly = chosen(&ctx, &buyer, Plan::Monthly).await;
    let yearly = chosen(&ctx, &buyer, Plan::Yearly).await;
    assert_ne!(monthly, yearly);
    assert_eq!(
        chosen(&ctx, &buyer, Plan::Yearly).await,
        yearly,
        "the same choice is the same subscription"
    );
    let refusal = stand_in.world().confirm(&monthly, CARD);
    assert!(refusal["error"].is_object(), "the first form takes no card: {refusal}");
    let id = pay(&ctx, &stand_in, &yearly, CARD).await;
    let seen = status_of(&ctx, who).await;
    assert_eq!((seen.is_premium, seen.plan.as_deref()), (true, Some("yearly")));
    let states: Vec<String> = stand_in.world().subscriptions().map(|one| one.status.clone()).collect();
    assert_eq!(states, ["incomplete_expired", "active"]);
    stand_in.world().refund(&id, None);
    assert_eq!(stand_in.world().refunded(&id), YEARLY_CENTS, "a year was paid");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_choice_after_paying_in_another_tab_pays_nothing_more(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let who = user(&ctx.db, 1).await;
    let monthly = chosen(&ctx, &Buyer::User(who), Plan::Monthly).await;
    stand_in.world().confirm(&monthly, CARD);
    let form = wanted(ADDRESS).of_plan(Plan::Yearly);
    let late = refused(begin(&ctx, &Buyer::User(who), &form).await);
    assert!(is(&late, "AlreadySubscribed"), "{late:?}");
    let seen = status_of(&ctx, who).await;
    assert_eq!((seen.is_premium, seen.plan.as_deref()), (true, Some("monthly")));
    assert_eq!(stand_in.world().subscriptions().count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_choice_that_stripe_never_heard_of_is_replaced(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let who = user(&ctx.db, 1).await;
    let payments = ctx.payments.clone().expect("set up");
    payments.check_price().await.expect("right");
    payments.check_yearly_price().await.expect("right");
    stand_in.world().faults.down = true;
    let unheard = refused(begin(&ctx, &Buyer::User(who), &wanted(ADDRESS)).await);
    assert!(is(&unheard, "PaymentsUnavailable"), "{unheard:?}");
    stand_in.world().faults.down = false;
    let yearly = chosen(&ctx, &Buyer::User(who), Plan::Yearly).await;
    pay(&ctx, &stand_in, &yearly, CARD).await;
    assert_eq!(status_of(&ctx, who).await.plan.as_deref(), Some("yearly"));
    assert_eq!(stand_in.world().subscriptions().count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn declined_cards_count_whatever_plan_is_chosen(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let buyer = Buyer::User(user(&ctx.db, 1).await);
    let monthly = chosen(&ctx, &buyer, Plan::Monthly).await;
    for _ in 0..7 {
        stand_in.world().confirm(&monthly, DECLINED);
    }
    deliver(&ctx, &stand_in).await;
    let yearly = chosen(&ctx, &buyer, Plan::Yearly).await;
    stand_in.world().confirm(&yearly, DECLINED);
    deliver(&ctx, &stand_in).await;
    let is_over = |status: String| status == "incomplete_expired";
    assert!(stand_in.world().subscriptions().all(|one| is_over(one.status.clone())));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_change_of_plan_at_stripe_is_followed_also_without_its_event(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let who = user(&ctx.db, 1).await;
    let monthly = chosen(&ctx, &Buyer::User(who), Plan::Monthly).await;
    let id = pay(&ctx, &stand_in, &monthly, CARD).await;
    stand_in.world().change_plan(&id, PRICE_YEARLY);
    deliver(&ctx, &stand_in).await;
    let seen = status_of(&ctx, who).await;
    assert_eq!((seen.is_premium, seen.plan.as_deref()), (true, Some("yearly")));
    assert_eq!(
        seen.renews_at.map(OffsetDateTime::unix_timestamp),
        Some(period_end(&stand_in, &id))
    );
    stand_in.world().change_plan(&id, PRICE);
    drop(stand_in.world().take_events());
    reconcile(&ctx).await.expect("compared");
    assert_eq!(status_of(&ctx, who).await.plan.as_deref(), Some("monthly"));
    assert_eq!(
        count(&ctx, "select drift from stripe_comparison order by id desc limit 1").await,
        1
    );
    reconcile(&ctx).await.expect("compared");
    assert_eq!(
        count(&ctx, "select drift from stripe_comparison order by id desc limit 1").await,
        0
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_paused_year_gives_premium_until_it_is_over(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let (who, id) = with_a_year(&ctx, &stand_in, 1).await;
    let paid_until = period_end(&stand_in, &id);
    stand_in.world().pause_collection(&id, true);
    stand_in.world().advance(YEAR);
    deliver(&ctx, &stand_in).await;
    let paused = status_of(&ctx, who).await;
    assert_eq!(paused.status.as_deref(), Some("paused"));
    assert_eq!(
        paused.grace_until.map(OffsetDateTime::unix_timestamp),
        Some(paid_until),
        "the unpaid year gives nothing"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_that_does_not_renew_has_seven_days_and_a_refund_or_a_dispute_ends_it(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let (late, late_id) = with_a_year(&ctx, &stand_in, 1).await;
    stand_in.world().renew(&late_id, false);
    deliver(&ctx, &stand_in).await;
    let seen = status_of(&ctx, late).await;
    assert_eq!((seen.status.as_deref(), seen.is_premium), (Some("past_due"), true));
    assert!(seen.grace_until.is_some());
    let (refunded, refunded_id) = with_a_year(&ctx, &stand_in, 2).await;
    stand_in.world().refund(&refunded_id, None);
    let (disputed, disputed_id) = with_a_year(&ctx, &stand_in, 3).await;
    stand_in.world().dispute(&disputed_id);
    for _ in 0..2 {
        deliver(&ctx, &stand_in).await;
    }
    for who in [refunded, disputed] {
        let seen = status_of(&ctx, who).await;
        assert_eq!((seen.status.as_deref(), seen.is_premium), (Some("canceled"), false));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_that_is_paid_beside_another_subscription_is_refunded(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let monthly = chosen(&ctx, &Buyer::User(naomi), Plan::Monthly).await;
    let first = pay(&ctx, &stand_in, &monthly, CARD).await;
    let token = CheckoutToken::fresh().expect("random");
    let yearly = chosen(&ctx, &Buyer::Visitor(token.clone()), Plan::Yearly).await;
    let second = pay(&ctx, &stand_in, &yearly, OTHER_CARD).await;
    sign_in_with(&ctx, ADDRESS, Some(token)).await;
    for _ in 0..3 {
        run_due_jobs(&ctx).await;
        deliver(&ctx, &stand_in).await;
    }
    assert_eq!(status_at_stripe(&stand_in, &first), "active");
    assert_eq!(status_at_stripe(&stand_in, &second), "canceled");
    assert_eq!(stand_in.world().refunded(&second), YEARLY_CENTS);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_that_began_months_before_the_subscription_that_stays_is_refunded(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let visitor = Buyer::Visitor(CheckoutToken::fresh().expect("random"));
    let yearly = chosen(&ctx, &visitor, Plan::Yearly).await;
    let year = pay(&ctx, &stand_in, &yearly, OTHER_CARD).await;
    let naomi = sign_in(&ctx, ADDRESS, true).await;
    let monthly = chosen(&ctx, &Buyer::User(naomi), Plan::Monthly).await;
    let kept = pay(&ctx, &stand_in, &monthly, CARD).await;
    // The account's subscription began half a year after the year.
    sqlx::query("update subscription set created_at = now() + interval '180 days' where stripe_id = $1")
        .bind(&kept)
        .execute(&ctx.db)
        .await
        .expect("moved");
    reconcile(&ctx).await.expect("compared");
    let asked = duplicates::list(&ctx.db).await.expect("listed");
    assert_eq!(asked[0].stripe_id.as_deref(), Some(year.as_str()));
    duplicates::refund(&ctx, &staff("Ruth"), asked[0].id)
        .await
        .expect("decided");
    for _ in 0..3 {
        run_due_jobs(&ctx).await;
        deliver(&ctx, &stand_in).await;
    }
    assert_eq!(status_at_stripe(&stand_in, &year), "canceled");
    assert_eq!(stand_in.world().refunded(&year), YEARLY_CENTS);
    assert_eq!(status_at_stripe(&stand_in, &kept), "active");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_yearly_price_that_is_wrong_is_named_and_not_sold(db: PgPool) {
    let (ctx, stand_in) = with_years(db).await;
    let payments = ctx.payments.clone().expect("set up");
    assert_eq!(
        payments.yearly_cents(),
        None,
        "nothing is sold before the price was looked at"
    );
    let right = stand_in.world().yearly.clone();
    for (number, currency, interval, amount, fault) in [
        (1, "eur", "year", 20_000, "not in US dollars"),
        (2, "usd", "month", 20_000, "not paid once a year"),
        (3, "usd", "year", 0, "no fixed amount"),
    ] {
        {
            let mut world = stand_in.world();
            world.yearly.currency = currency.to_owned();
            world.yearly.interval = interval.to_owned();
            world.yearly.amount = amount;
        }
        let error = format!("{:#}", refused(payments.check_yearly_price().await));
        assert!(
            error.contains("STRIPE_PRICE_ID_YEARLY") && error.contains(fault),
            "{error}"
        );
        let buyer = Buyer::User(user(&ctx.db, number).await);
        let form = wanted(ADDRESS).of_plan(Plan::Yearly);
        let refusal = refused(begin(&ctx, &buyer, &form).await);
        assert!(is(&refusal, "PaymentsNotSetUp"), "{refusal:?}");
        chosen(&ctx, &buyer, Plan::Monthly).await;
    }
    stand_in.world().yearly = right;
    payments.check_yearly_price().await.expect("right");
    assert_eq!(payments.yearly_cents(), Some(YEARLY_CENTS));
    stand_in.world().faults.down = true;
    assert!(payments.check_yearly_price().await.is_err());
    assert_eq!(payments.yearly_cents(), Some(YEARLY_CENTS), "an outage changes nothing");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_price_that_stripe_does_not_have_is_named_and_without_one_no_year_is_sold(db: PgPool) {
    let (without, stand_in) = with_stand_in(db.clone()).await;
    let buyer = Buyer::User(user(&db, 1).await);
    let form = wanted(ADDRESS).of_plan(Plan::Yearly);
    let refusal = refused(begin(&without, &buyer, &form).await);
    assert!(is(&refusal, "PaymentsNotSetUp"), "{refusal:?}");
    let payments = without.payments.expect("set up");
    payments.check_yearly_price().await.expect("nothing to check");
    assert_eq!((payments.yearly_cents(), payments.sells_years()), (None, false));

    let mut settings = stand_in.settings().to_vec();
    settings.push(("STRIPE_PRICE_ID_YEARLY", "price_none"));
    let payments = ctx_with(db, &settings).payments.expect("set up");
    let error = format!("{:#}", refused(payments.check_yearly_price().await));
    assert!(error.contains("STRIPE_PRICE_ID_YEARLY names no price"), "{error}");
}
