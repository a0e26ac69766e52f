//! Paid premium over HTTP, with the Stripe stand-in.

use serde_json::{Value, json};
use shared::subscription;
use sqlx::PgPool;
use stripe_standin::StandIn;
use uuid::Uuid;

use super::app::{Client, TestApp};

const CARD: &str = "4242424242424242";

pub async fn with_stand_in(db: PgPool) -> (TestApp, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    let app = TestApp::with(db, &stand_in.settings()).await;
    let payments = app.ctx.payments.as_ref().expect("set up");
    payments.check_price().await.expect("20 dollars a month");
    (app, stand_in)
}

/// Delivers the stand-in's events over HTTP and runs their jobs.
pub async fn deliver(app: &TestApp, stand_in: &StandIn) {
    let bodies = stand_in.world().take_events();
    for body in bodies {
        send_event(&app.guest(), &body).await.expect(200);
    }
    let open: Vec<Uuid> = sqlx::query_scalar("select id from stripe_event where settled_at is null")
        .fetch_all(&app.db)
        .await
        .expect("readable");
    for id in open {
        subscription::process(&app.ctx, id).await.expect("worked off");
    }
    sqlx::query("update job set finished_at = now() where kind = 'process_stripe_event'")
        .execute(&app.db)
        .await
        .expect("written");
}

/// Sends an event as Stripe does: signed, and without a browser's headers.
pub async fn send_event(client: &Client, body: &str) -> super::app::Answer {
    client
        .without("sec-fetch-site")
        .sending("stripe-signature", &stripe_standin::signature_now(body))
        .post_bytes("/api/webhooks/stripe", body.to_owned())
        .await
}

pub fn form(email: &str) -> Value {
    json!({ "email": email, "name": "Ruth" })
}

/// Begins a subscription and pays it.
pub async fn pay(app: &TestApp, stand_in: &StandIn, who: &Client) {
    pay_with(app, stand_in, who, CARD).await;
}

pub async fn pay_with(app: &TestApp, stand_in: &StandIn, who: &Client, card: &str) {
    let begun = who
        .post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect(200)
        .json;
    let secret = begun["clientSecret"].as_str().expect("a secret").to_owned();
    stand_in.world().confirm(&secret, card);
    deliver(app, stand_in).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_user_subscribes_watches_cancels_and_sees_their_billing(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let user = app.user().await;
    let before = user.get("/api/subscription").await.expect(200).json;
    assert_eq!(
        before,
        json!({"available": true, "yearlyPrice": null, "standIn": true, "publishableKey": "pk_test_standin",
            "isPremium": false, "status": null, "plan": null, "giftUntil": null, "giftDays": 0, "renewsAt": null, "cancelsAt": null, "graceUntil": null, "waitsFor": null,
            "paidTwice": null, "isOffered": false})
    );
    user.post("/api/create-portal-session", &json!({}))
        .await
        .expect_error(404, "NO_BILLING");
    user.post("/api/subscription/cancel", &json!({}))
        .await
        .expect_error(404, "NO_BILLING");
    let mut stream = user.follow("/api/subscription/events").await;
    stream.until("subscription", |told| told["isPremium"] == false).await;
    pay(&app, &stand_in, &user).await;
    let told = stream.until("subscription", |told| told["isPremium"] == true).await;
    assert_eq!(told["status"], "active");
    assert!(told["renewsAt"].is_string(), "{told}");
    let account = user.get("/api/auth/user").await.expect(200).json;
    assert_eq!(
        (&account["isPremium"], &account["subscriptionStatus"]),
        (&json!(true), &json!("active"))
    );
    assert!(account["stripeCustomerId"].is_string());
    user.post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect_error(409, "ALREADY_SUBSCRIBED");
    let portal = user
        .post("/api/create-portal-session", &json!({}))
        .await
        .expect(200)
        .json;
    assert!(portal["url"].as_str().expect("an address").starts_with(&stand_in.url));
    let cancelled = user.post("/api/subscription/cancel", &json!({})).await.expect(200).json;
    let told = stream.until("subscription", |told| told["cancelsAt"].is_string()).await;
    assert_eq!(
        (&told["cancelsAt"], &told["isPremium"]),
        (&cancelled["cancelsAt"], &json!(true))
    );
    let export = user.get("/api/user/export").await.expect(200).json;
    assert_eq!(export["subscriptions"][0]["email"], "a@mail.example");
    app.stop_streams();
    // A stopping server ends open streams.
    while stream.next().await.is_some() {}
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_its_price_no_year_is_sold(db: PgPool) {
    let (app, _stand_in) = with_stand_in(db).await;
    let year = json!({"email": "a@mail.example", "plan": "yearly"});
    let user = app.user().await;
    user.post("/api/create-subscription", &year)
        .await
        .expect_error(503, "PAYMENTS_NOT_SET_UP");
    let unknown = json!({"email": "a@mail.example", "plan": "weekly"});
    let answer = app.guest().post("/api/create-subscription", &unknown).await;
    assert!(matches!(answer.status.as_u16(), 400 | 422), "{}", answer.status);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_year_is_bought_where_its_price_is_set(db: PgPool) {
    let stand_in = StandIn::start().await.expect("a free port");
    let app = TestApp::with(db, &stand_in.settings_with_yearly()).await;
    let payments = app.ctx.payments.as_ref().expect("set up");
    payments.check_price().await.expect("20 dollars a month");
    payments.check_yearly_price().await.expect("200 dollars a year");
    let user = app.user().await;
    let year = json!({"email": "a@mail.example", "plan": "yearly"});
    let before = user.get("/api/subscription").await.expect(200).json;
    assert_eq!(
        (&before["yearlyPrice"], &before["plan"]),
        (&json!(20_000), &Value::Null)
    );
    let begun = user.post("/api/create-subscription", &year).await.expect(200).json;
    stand_in
        .world()
        .confirm(begun["clientSecret"].as_str().expect("a secret"), CARD);
    deliver(&app, &stand_in).await;
    let told = user.get("/api/subscription").await.expect(200).json;
    assert_eq!((&told["isPremium"], &told["plan"]), (&json!(true), &json!("yearly")));
    let export = user.get("/api/user/export").await.expect(200).json;
    assert_eq!(export["subscriptions"][0]["plan"], "yearly");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_guest_checkout_is_identified_by_its_cookie_alone(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let (visitor, stranger) = (app.guest(), app.guest());
    let begun = visitor
        .post("/api/create-subscription", &form("n@mail.example"))
        .await
        .expect(200)
        .json;
    assert!(visitor.cookie("checkout").is_some());
    let again = visitor
        .post("/api/create-subscription", &form("n@mail.example"))
        .await
        .expect(200)
        .json;
    assert_eq!(again, begun, "the other tab");
    let others = stranger
        .post("/api/create-subscription", &form("n@mail.example"))
        .await
        .expect(200)
        .json;
    assert_ne!(
        others["clientSecret"], begun["clientSecret"],
        "the same address opens nothing"
    );
    stand_in
        .world()
        .confirm(begun["clientSecret"].as_str().expect("a secret"), CARD);
    deliver(&app, &stand_in).await;
    for (who, is_premium, status) in [
        (&visitor, true, json!("active")),
        (&stranger, false, json!("incomplete")),
        (&app.guest(), false, Value::Null),
    ] {
        let told = who.get("/api/subscription").await.expect(200).json;
        assert_eq!((&told["isPremium"], &told["status"]), (&json!(is_premium), &status));
    }
    visitor
        .post("/api/create-portal-session", &json!({}))
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    app.guest()
        .post("/api/subscription/cancel", &json!({}))
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    visitor.get("/?premium=true").await;
    stranger.get("/subscribe/success?redirect_status=succeeded").await;
    let told = stranger.get("/api/subscription?premium=true").await.expect(200).json;
    assert_eq!(told["isPremium"], false, "an address grants nothing");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_payment_counts_before_its_event_arrives(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let visitor = app.guest();
    let begun = visitor
        .post("/api/create-subscription", &form("n@mail.example"))
        .await
        .expect(200)
        .json;
    stand_in
        .world()
        .confirm(begun["clientSecret"].as_str().expect("a secret"), CARD);
    sqlx::query("update subscription set told_at = now() - interval '1 minute'")
        .execute(&app.db)
        .await
        .expect("a minute later");
    let mut stream = visitor.follow("/api/subscription/events").await;
    let (_, first) = stream.next().await.expect("at once");
    assert_eq!(first["isPremium"], true);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn blocked_users_change_nothing_and_still_see_their_billing(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let app = app.leaving(&["end_subscription"]);
    let user = app.user().await;
    pay(&app, &stand_in, &user).await;
    sqlx::query("update app_user set blocked_at = now()")
        .execute(&app.db)
        .await
        .expect("blocked");
    user.post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    user.post("/api/subscription/cancel", &json!({}))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    user.post("/api/create-portal-session", &json!({})).await.expect(200);
    assert_eq!(user.get("/api/subscription").await.expect(200).json["isPremium"], true);
    let receipt = user
        .call("DELETE", "/api/user/account", &json!({}))
        .await
        .expect(200)
        .json;
    assert_eq!(receipt["subscription"], "cancelling");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_end_a_subscription_and_see_the_outcome(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let app = app.leaving(&["end_subscription"]);
    let (user, admin) = (app.user().await, app.admin().await);
    pay(&app, &stand_in, &user).await;
    let revoke = format!(
        "/api/admin/users/{}/subscription/revoke",
        user.user.expect("signed in").0
    );
    for (body, subscription) in [(json!({}), "none"), (json!({ "cancelStripe": true }), "cancelling")] {
        assert_eq!(
            admin.post(&revoke, &body).await.expect(200).json["subscription"],
            subscription
        );
    }
    assert_eq!(
        app.count("select count(*) from job where kind = 'end_subscription'")
            .await,
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_form_names_its_fields(db: PgPool) {
    let (app, _stand_in) = with_stand_in(db).await;
    let guest = app.guest();
    for body in [json!({}), json!({ "email": " " }), json!({ "email": "nobody" })] {
        let refused = guest
            .post("/api/create-subscription", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert!(refused.json["fields"]["email"].is_string(), "{body}");
    }
    guest
        .post("/api/create-subscription", &json!({ "email": 1 }))
        .await
        .expect_error(422, "INVALID_FIELDS");
    guest
        .without("sec-fetch-site")
        .post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect_error(403, "CROSS_SITE");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn missing_keys_and_a_silent_stripe_are_reported(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let guest = app.guest();
    let told = guest.get("/api/subscription").await.expect(200).json;
    assert_eq!(
        (&told["available"], &told["publishableKey"]),
        (&json!(false), &Value::Null)
    );
    guest
        .post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect_error(503, "PAYMENTS_NOT_SET_UP");
    send_event(&app.guest(), "{}")
        .await
        .expect_error(503, "PAYMENTS_NOT_SET_UP");

    let (app, mut stand_in) = with_stand_in(db).await;
    let user = app.user().await;
    pay(&app, &stand_in, &user).await;
    stand_in.stop();
    let newcomer = app.guest();
    newcomer
        .post("/api/create-subscription", &form("a@mail.example"))
        .await
        .expect_error(503, "PAYMENTS_UNAVAILABLE");
    user.post("/api/create-portal-session", &json!({}))
        .await
        .expect_error(503, "PAYMENTS_UNAVAILABLE");
    user.post("/api/subscription/cancel", &json!({}))
        .await
        .expect_error(503, "PAYMENTS_UNAVAILABLE");
    assert_eq!(user.get("/api/subscription").await.expect(200).json["isPremium"], true);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_payment_page_loads_the_double_only_with_a_stand_in(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let guest = app.guest();
    let policy = guest
        .get("/subscribe")
        .await
        .header("content-security-policy")
        .to_owned();
    for directive in ["script-src", "connect-src", "frame-src"] {
        let part = policy
            .split(';')
            .find(|part| part.trim().starts_with(directive))
            .expect("there");
        assert!(part.ends_with(&stand_in.url), "{part}");
    }
    assert!(
        !guest
            .get("/")
            .await
            .header("content-security-policy")
            .contains(&stand_in.url)
    );
    let script = guest.get("/stripe-standin.js").await.expect(307);
    assert_eq!(script.header("location"), format!("{}/stripe.js", stand_in.url));
}
