//! Gifts over HTTP, with the Stripe stand-in.

use serde_json::{Value, json};
use sqlx::PgPool;
use stripe_standin::StandIn;

use super::app::{Client, TestApp};
use super::subscription::deliver;

const CARD: &str = "4242424242424242";

async fn with_years(db: PgPool) -> (TestApp, StandIn) {
    let stand_in = StandIn::start().await.expect("a free port");
    let app = TestApp::with(db, &stand_in.settings_with_yearly()).await;
    let payments = app.ctx.payments.as_ref().expect("set up");
    payments.check_price().await.expect("20 dollars a month");
    payments.check_yearly_price().await.expect("200 dollars a year");
    (app, stand_in)
}

/// Pays a gift, and returns its code.
async fn give(app: &TestApp, stand_in: &StandIn, giver: &Client) -> String {
    let begun = giver
        .post("/api/gifts", &json!({"email": "giver@mail.example"}))
        .await
        .expect(200)
        .json;
    assert_eq!(begun["amount"], 20_000);
    stand_in
        .world()
        .confirm(begun["clientSecret"].as_str().expect("a secret"), CARD);
    deliver(app, stand_in).await;
    let own = giver.get("/api/gifts").await.expect(200).json;
    assert_eq!((&own[0]["state"], &own[0]["amount"]), (&json!("paid"), &json!(20_000)));
    own[0]["code"].as_str().expect("a code").to_owned()
}

async fn look(client: &Client, code: &str) -> Value {
    let asked = json!({ "code": code });
    client.post("/api/gifts/look", &asked).await.expect(200).json["state"].take()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_visitor_gives_a_year_and_a_user_accepts_it(db: PgPool) {
    let (app, stand_in) = with_years(db).await;
    let app = app.leaving(&["send_mail"]);
    let (giver, stranger, receiver) = (app.guest(), app.guest(), app.user().await);
    let code = give(&app, &stand_in, &giver).await;
    assert_eq!(stranger.get("/api/gifts").await.expect(200).json, json!([]));
    assert_eq!(look(&stranger, &code).await, "open");
    assert_eq!(look(&stranger, &code.to_lowercase().replace('-', " ")).await, "open");
    stranger
        .post("/api/gifts/accept", &json!({ "code": code }))
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    let accepted = receiver
        .post("/api/gifts/accept", &json!({ "code": code }))
        .await
        .expect(200)
        .json;
    assert_eq!(
        (&accepted["state"], accepted["until"].is_string(), &accepted["heldDays"]),
        (&json!("accepted"), true, &json!(0))
    );
    let account = receiver.get("/api/auth/user").await.expect(200).json;
    assert_eq!(account["isPremium"], true);
    let told = receiver.get("/api/subscription").await.expect(200).json;
    assert_eq!(
        (&told["giftUntil"], &told["status"]),
        (&accepted["until"], &Value::Null)
    );
    assert_eq!(look(&receiver, &code).await, "accepted");
    assert_eq!(look(&stranger, &code).await, "used");
    let own = giver.get("/api/gifts").await.expect(200).json;
    assert_eq!((&own[0]["state"], &own[0]["code"]), (&json!("used"), &Value::Null));
    let export = receiver.get("/api/user/export").await.expect(200).json;
    assert_eq!(
        (&export["gifts"][0]["isGiven"], &export["gifts"][0]["amount"]),
        (&json!(false), &Value::Null)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_code_that_opens_nothing_has_its_word(db: PgPool) {
    let (app, stand_in) = with_years(db).await;
    let app = app.leaving(&["send_mail"]);
    let (giver, receiver) = (app.user().await, app.guest());
    let code = give(&app, &stand_in, &giver).await;
    assert_eq!(look(&giver, &code).await, "own");
    let refused = giver.post("/api/gifts/accept", &json!({ "code": code })).await;
    assert_eq!(refused.expect(200).json["state"], "own");
    for unknown in ["", "AAAAA", "00000-00000-00000-00000", "ä"] {
        assert_eq!(look(&receiver, unknown).await, "unknown");
    }
    sqlx::query("update gift set expires_at = now()")
        .execute(&app.db)
        .await
        .expect("five years later");
    assert_eq!(look(&receiver, &code).await, "expired");
    sqlx::query("update app_user set blocked_at = now()")
        .execute(&app.db)
        .await
        .expect("blocked");
    giver
        .post("/api/gifts", &json!({"email": "giver@mail.example"}))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    giver
        .post("/api/gifts/accept", &json!({ "code": code }))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn bad_input_and_too_many_tries_are_refused(db: PgPool) {
    let (app, _stand_in) = with_years(db).await;
    let guest = app.guest();
    for email in ["", "nobody"] {
        guest
            .post("/api/gifts", &json!({ "email": email }))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    let mut answers = Vec::new();
    for _ in 0..31 {
        let answer = guest
            .post("/api/gifts/look", &json!({"code": "00000-00000-00000-00000"}))
            .await;
        answers.push(answer.status.as_u16());
    }
    assert_eq!((answers[29], answers[30]), (200, 429));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_see_gifts_without_codes_and_refund_hand_over_and_end_them(db: PgPool) {
    let (app, stand_in) = with_years(db).await;
    let app = app.leaving(&["send_mail", "refund_gift"]);
    let staff = app.admin().await;
    let list = "/api/admin/gifts";
    let code = give(&app, &stand_in, &app.guest()).await;
    let listed = staff
        .get(&format!("{list}?query=GIVER%40mail.example"))
        .await
        .expect(200);
    let found = &listed.json[0];
    assert_eq!(
        (&found["state"], &found["email"]),
        (&json!("paid"), &json!("giver@mail.example"))
    );
    let bytes = String::from_utf8_lossy(&listed.body).into_owned();
    assert!(!bytes.contains(&code) && !bytes.contains("code"), "{bytes}");
    let path = |what: &str| format!("{list}/{}/{what}", found["id"].as_str().expect("an id"));
    for what in ["refund", "hand-over", "end"] {
        app.guest()
            .post(&path(what), &json!({"email": "a@mail.example"}))
            .await
            .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    }
    app.guest().get(list).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    staff
        .post(&path("hand-over"), &json!({"email": "nobody@mail.example"}))
        .await
        .expect_error(422, "INVALID_FIELDS");
    staff.post(&path("refund"), &json!({})).await.expect(204);
    for what in ["refund", "end"] {
        staff.post(&path(what), &json!({})).await.expect_error(409, "CONFLICT");
    }
    assert_eq!(look(&app.guest(), &code).await, "ended");
    let unknown = "/api/admin/gifts/0193b2a4-0000-7000-8000-000000000011/end";
    staff.post(unknown, &json!({})).await.expect_error(404, "NOT_FOUND");
    assert_eq!(
        staff.get(&format!("{list}?query=pi_none")).await.expect(200).json,
        json!([])
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_a_yearly_price_no_gift_can_be_begun(db: PgPool) {
    let (app, _stand_in) = super::subscription::with_stand_in(db).await;
    app.guest()
        .post("/api/gifts", &json!({"email": "giver@mail.example"}))
        .await
        .expect_error(503, "PAYMENTS_NOT_SET_UP");
    assert_eq!(app.guest().get("/api/gifts").await.expect(200).json, json!([]));
}
