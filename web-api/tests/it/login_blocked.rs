//! Sign-in of a blocked user: they get a notice, and can still export and delete.

use serde_json::json;
use shared::session::{self, Ended};
use sqlx::PgPool;

use super::app::TestApp;
use super::doubles::{Double, Someone};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_blocked_user_gets_a_notice_and_a_restricted_session(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let browser = app.guest();
    double
        .sign_in(&browser, "google", &Someone::new(1))
        .await
        .expect_redirect_to("/");
    let mut tx = app.db.begin().await.expect("connected");
    let user: uuid::Uuid = sqlx::query_scalar("update app_user set blocked_at = now() returning id")
        .fetch_one(&mut *tx)
        .await
        .expect("blocked");
    let ended = session::end_all(&mut tx, shared::ids::UserId(user), Ended::Blocked).await;
    assert_eq!(ended.expect("ended"), 1);
    tx.commit().await.expect("committed");
    browser
        .get("/api/auth/user")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");

    double
        .sign_in(&browser, "google", &Someone::new(1))
        .await
        .expect_redirect_to("/api/login/blocked");
    let page = browser.get("/api/login/blocked").await.expect(200);
    assert!(page.text().contains("support@stillwater.example") && page.text().contains("delete your account"));
    assert_eq!(browser.get("/api/auth/user").await.expect(200).json["blocked"], true);
    let asked = browser.post("/api/guidance", &json!({ "topicId": "grief" })).await;
    asked.expect_error(403, "ACCOUNT_BLOCKED");

    sqlx::query("update app_user set blocked_at = null")
        .execute(&app.db)
        .await
        .expect("unblocked");
    browser.get("/api/login/blocked").await.expect_redirect_to("/");
    browser
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn other_callers_are_redirected_from_the_notice(db: PgPool) {
    let app = TestApp::new(db).await;
    app.guest()
        .get("/api/login/blocked")
        .await
        .expect_redirect_to("/api/login");
    app.user().await.get("/api/login/blocked").await.expect_redirect_to("/");
}
