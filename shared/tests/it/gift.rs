//! Gifts, with the Stripe stand-in over a real socket: paying, accepting, and what becomes of them.

mod ending;
mod paying;
mod waiting;

use shared::ctx::Ctx;
use shared::gift::{self, Begun, GiftCode, Outcome, Own, accept, begin, look, own};
use shared::ids::UserId;
use shared::subscription::{Buyer, CheckoutForm, CheckoutToken};
use shared::user;
use sqlx::PgPool;
use stripe_standin::StandIn;
use testing::{ctx_with, unaudited, user, watch_states};
use time::Duration;

use super::subscription::{CARD, count, deliver, is, now, refused, status_of};

pub const YEARLY_CENTS: i64 = 20_000;
const ADDRESS: &str = "giver@mail.example";

/// A context in which years are sold and mails can name pages.
pub async fn with_gifts(db: PgPool) -> (Ctx, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    let mut settings = stand_in.settings_with_yearly().to_vec();
    settings.push(("PUBLIC_URL", "https://here.example"));
    (ctx_with(db, &settings), stand_in)
}

fn form() -> CheckoutForm {
    CheckoutForm::parse(ADDRESS, None).expect("a good form")
}

async fn begun(ctx: &Ctx, giver: &Buyer) -> Begun {
    begin(ctx, giver, &form()).await.expect("begun")
}

/// A visitor in a new browser.
fn visitor() -> CheckoutToken {
    CheckoutToken::fresh().expect("random")
}

/// The id at Stripe of the newest payment.
fn last_payment(stand_in: &StandIn) -> String {
    stand_in.world().payments().last().expect("one").id.clone()
}

/// A gift that a visitor has paid: its code, the browser, and its payment at Stripe.
pub async fn paid(ctx: &Ctx, stand_in: &StandIn) -> (GiftCode, CheckoutToken, String) {
    let browser = visitor();
    let begun = begun(ctx, &Buyer::Visitor(browser.clone())).await;
    stand_in.world().confirm(&begun.secret, CARD);
    deliver(ctx, stand_in).await;
    let code = gifts_of(ctx, &browser).await.remove(0).code.expect("it can be used");
    (code, browser, last_payment(stand_in))
}

async fn gifts_of(ctx: &Ctx, browser: &CheckoutToken) -> Vec<Own> {
    own(ctx, None, Some(browser)).await.expect("readable")
}

async fn state_of(ctx: &Ctx, payment: &str) -> String {
    sqlx::query_scalar("select state from gift where stripe_id = $1")
        .bind(payment)
        .fetch_one(&ctx.db)
        .await
        .expect("there")
}

/// How many days of gifts run from now on, to the nearest day; none if nothing runs.
pub async fn running_days(ctx: &Ctx, who: UserId) -> Option<i64> {
    let until = user::find(&ctx.db, who).await.expect("there").gift_until?;
    Some((until - now(ctx).await + Duration::hours(12)).whole_days())
}

async fn is_premium(ctx: &Ctx, who: UserId) -> bool {
    let now = now(ctx).await;
    user::find(&ctx.db, who).await.expect("there").is_premium(now)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_gift_is_paid_passed_on_and_accepted_once_and_every_step_is_audited(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (receiver, other) = (user(&ctx.db, 1).await, user(&ctx.db, 2).await);
    watch_states(&ctx.db).await;
    let (code, browser, payment) = paid(&ctx, &stand_in).await;
    {
        let world = stand_in.world();
        let found = world.payment(&payment).expect("there");
        assert_eq!(
            (found.amount, found.receipt_email.as_deref()),
            (YEARLY_CENTS, Some(ADDRESS))
        );
        assert_eq!(world.subscriptions().count(), 0, "a gift does not renew");
    }
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Open);
    let accepted = accept(&ctx, receiver, &code).await.expect("accepted");
    assert!(
        matches!(
            accepted,
            Outcome::Accepted {
                until: Some(_),
                held_days: 0
            }
        ),
        "{accepted:?}"
    );
    assert_eq!(running_days(&ctx, receiver).await, Some(365));
    let seen = status_of(&ctx, receiver).await;
    assert!(seen.is_premium && seen.gift_until.is_some());

    let again = accept(&ctx, receiver, &code).await.expect("clicked twice");
    assert_eq!(again, accepted, "nothing more is added");
    assert_eq!(look(&ctx, &code, Some(receiver)).await.expect("known"), accepted);
    assert_eq!(accept(&ctx, other, &code).await.expect("known"), Outcome::Used);
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Used);
    let own = gifts_of(&ctx, &browser).await.remove(0);
    assert_eq!((own.state.as_str(), own.code), ("used", None), "the link is gone");
    let (without_a_line, changes) = unaudited(&ctx.db).await;
    assert_eq!((without_a_line, changes > 1), (Vec::<String>::new(), true));
    let kept = "select count(*) from gift where code_sealed is not null or giver_id is not null";
    assert_eq!(count(&ctx, kept).await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unknown_code_opens_nothing_and_one_of_two_at_once_accepts(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, ..) = paid(&ctx, &stand_in).await;
    let unknown = GiftCode::fresh().expect("random");
    assert!(is(&refused(look(&ctx, &unknown, None).await), "NotFound"));
    let (ruth, naomi) = (user(&ctx.db, 1).await, user(&ctx.db, 2).await);
    assert!(is(&refused(accept(&ctx, ruth, &unknown).await), "NotFound"));
    let (one, other) = futures::join!(accept(&ctx, ruth, &code), accept(&ctx, naomi, &code));
    let outcomes = [one.expect("answered"), other.expect("answered")];
    let used = outcomes.iter().filter(|outcome| **outcome == Outcome::Used).count();
    assert_eq!(used, 1, "{outcomes:?}");
    let premium = [is_premium(&ctx, ruth).await, is_premium(&ctx, naomi).await];
    assert_eq!(premium.iter().filter(|is_premium| **is_premium).count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn nobody_accepts_their_own_gift_and_the_account_sees_its_link(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let giver = user(&ctx.db, 1).await;
    let begun = begun(&ctx, &Buyer::User(giver)).await;
    stand_in.world().confirm(&begun.secret, CARD);
    deliver(&ctx, &stand_in).await;
    let own = own(&ctx, Some(giver), None).await.expect("readable").remove(0);
    let code = own.code.expect("it can be used");
    assert_eq!(look(&ctx, &code, Some(giver)).await.expect("known"), Outcome::Own);
    assert_eq!(accept(&ctx, giver, &code).await.expect("known"), Outcome::Own);
    assert!(!is_premium(&ctx, giver).await);
    assert!(
        gifts_of(&ctx, &visitor()).await.is_empty(),
        "another browser sees nothing"
    );
    assert!(
        gift::own(&ctx, Some(user(&ctx.db, 2).await), None)
            .await
            .expect("readable")
            .is_empty()
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_gift_that_nobody_used_in_time_has_expired(db: PgPool) {
    let (ctx, stand_in) = with_gifts(db).await;
    let (code, browser, _) = paid(&ctx, &stand_in).await;
    let expires = gifts_of(&ctx, &browser).await[0].expires_at.expect("a date");
    assert!(expires > now(&ctx).await + Duration::days(5 * 365));
    sqlx::query("update gift set expires_at = now()")
        .execute(&ctx.db)
        .await
        .expect("five years later");
    let receiver = user(&ctx.db, 1).await;
    assert_eq!(look(&ctx, &code, None).await.expect("known"), Outcome::Expired);
    assert_eq!(accept(&ctx, receiver, &code).await.expect("known"), Outcome::Expired);
    assert!(!is_premium(&ctx, receiver).await);
    assert_eq!(gifts_of(&ctx, &browser).await[0].code, None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn codes_are_tried_thirty_times_an_hour(db: PgPool) {
    let (ctx, _stand_in) = with_gifts(db).await;
    let (here, who, at) = (Some([7; 32]), user(&ctx.db, 1).await, now(&ctx).await);
    for _ in 0..30 {
        gift::count_attempt(&ctx, Some(who), here, at).await.expect("allowed");
    }
    for (user, from) in [(None, here), (Some(who), Some([8; 32]))] {
        let error = refused(gift::count_attempt(&ctx, user, from, at).await);
        assert!(is(&error, "TooMany"), "{error:?}");
    }
    gift::count_attempt(&ctx, None, Some([9; 32]), at)
        .await
        .expect("from elsewhere");
}
