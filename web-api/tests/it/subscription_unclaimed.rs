//! A visitor's paid subscription over HTTP: correcting its address, the offer to its user, and what staff do.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::subscription::{form, pay, pay_with, with_stand_in};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_payer_corrects_the_address_opens_the_receipt_and_cancels(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let (payer, stranger) = (app.guest(), app.guest());
    pay(&app, &stand_in, &payer).await;
    let told = payer.get("/api/subscription").await.expect(200).json;
    assert_eq!(told["waitsFor"], "a@mail.example");
    let right = json!({ "email": "ana@mail.example" });
    payer.post("/api/subscription/address", &right).await.expect(204);
    payer
        .post("/api/subscription/address", &json!({ "email": "ana" }))
        .await
        .expect_error(422, "INVALID_FIELDS");
    let told = payer.get("/api/subscription").await.expect(200).json;
    assert_eq!(told["waitsFor"], "ana@mail.example");
    let receipt = payer
        .post("/api/subscription/receipt", &json!({}))
        .await
        .expect(200)
        .json;
    assert!(receipt["url"].as_str().expect("an address").starts_with(&stand_in.url));
    payer.post("/api/subscription/cancel", &json!({})).await.expect(200);

    let told = stranger.get("/api/subscription").await.expect(200).json;
    assert_eq!(told["waitsFor"], Value::Null);
    stranger
        .post("/api/subscription/address", &right)
        .await
        .expect_error(404, "NOT_FOUND");
    stranger
        .post("/api/subscription/receipt", &json!({}))
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_payment_is_offered_and_accepted_or_declined(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let user = app.user().await;
    user.post("/api/subscription/accept", &json!({}))
        .await
        .expect_error(404, "NOT_FOUND");
    pay(&app, &stand_in, &app.guest()).await;
    sqlx::query("update app_user set email = 'A@mail.example', email_verified = true")
        .execute(&app.db)
        .await
        .expect("proven");
    let told = user.get("/api/subscription").await.expect(200).json;
    assert_eq!((&told["isOffered"], &told["isPremium"]), (&json!(true), &json!(false)));
    user.post("/api/subscription/decline", &json!({})).await.expect(204);
    let told = user.get("/api/subscription").await.expect(200).json;
    assert_eq!(told["isOffered"], false);
    sqlx::query("update stripe_customer set is_declined = false")
        .execute(&app.db)
        .await
        .expect("offered again");
    user.post("/api/subscription/accept", &json!({})).await.expect(204);
    let told = user.get("/api/subscription").await.expect(200).json;
    assert_eq!((&told["isOffered"], &told["isPremium"]), (&json!(false), &json!(true)));
    app.guest()
        .post("/api/subscription/accept", &json!({}))
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_find_hand_over_and_end_a_subscription(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let app = app.leaving(&["end_subscription"]);
    let staff = app.admin().await;
    pay(&app, &stand_in, &app.guest()).await;
    let found = staff
        .get("/api/admin/subscriptions?query=A%40mail.example")
        .await
        .expect(200)
        .json;
    let id = found[0]["id"].as_str().expect("one").to_owned();
    assert_eq!(
        (&found[0]["isClaimed"], &found[0]["status"]),
        (&json!(false), &json!("active"))
    );
    staff
        .post(
            &format!("/api/admin/subscriptions/{id}/hand-over"),
            &form("nobody@mail.example"),
        )
        .await
        .expect_error(422, "INVALID_FIELDS");
    staff
        .post(&format!("/api/admin/subscriptions/{id}/end"), &json!({}))
        .await
        .expect(204);
    app.guest()
        .get("/api/admin/subscriptions?query=x")
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_see_what_was_paid_twice_and_decide_about_it(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let app = app.leaving(&["end_duplicate", "send_mail"]);
    let staff = app.admin().await;
    for card in ["4242424242424242", "5555555555554444"] {
        pay_with(&app, &stand_in, &app.guest(), card).await;
    }
    shared::subscription::reconcile(&app.ctx).await.expect("compared");
    let list = "/api/admin/duplicate-subscriptions";
    let found = staff.get(list).await.expect(200).json;
    assert_eq!(
        (&found[0]["state"], &found[0]["isClaimed"]),
        (&json!("asked"), &json!(false)),
        "{found}"
    );
    let path = |what: &str| format!("{list}/{}/{what}", found[0]["id"].as_str().expect("an id"));
    for (what, again) in [("refund", 409), ("handled", 404)] {
        staff.post(&path(what), &json!({})).await.expect(204);
        staff.post(&path(what), &json!({})).await.expect(again);
        app.guest()
            .post(&path(what), &json!({}))
            .await
            .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    }
    assert_eq!(staff.get(list).await.expect(200).json, json!([]));
    app.guest().get(list).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}
