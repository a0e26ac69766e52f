//! Sign-in with GitHub, over real sockets.

use serde_json::json;
use sqlx::PgPool;

use super::app::TestApp;
use super::doubles::{Double, Someone};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_github_user_is_known_by_their_number_and_keeps_their_name(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let browser = app.guest();
    double
        .sign_in(&browser, "github", &Someone::new(7))
        .await
        .expect_redirect_to("/");
    let user = browser.get("/api/auth/user").await.expect(200).json;
    assert_eq!(
        (&user["firstName"], &user["lastName"], &user["email"]),
        (&json!("Test"), &json!("Person"), &json!("person7@example.org"))
    );
    let subject: String = sqlx::query_scalar("select subject from identity")
        .fetch_one(&app.db)
        .await
        .expect("one");
    assert_eq!(subject, "1007");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_code_works_once_and_only_with_its_state(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let browser = app.guest();
    let left = browser.get("/api/login/github").await.expect(303);
    let mut back = double.authorize(left.header("location"), &Someone::new(7));
    let (kept, code) = (browser.cookie("sign-in").expect("under way"), back.code.clone());
    browser.get(&back.path("github")).await.expect_redirect_to("/");

    let replaying = app.guest();
    replaying.keep_cookie("sign-in", &kept);
    replaying.get(&back.path("github")).await.expect(400);
    assert_eq!(replaying.cookie("session"), None);

    let browser = app.guest();
    let left = browser.get("/api/login/github").await.expect(303);
    back = double.authorize(left.header("location"), &Someone::new(7));
    back.state = code;
    browser.get(&back.path("github")).await.expect(400);
    assert_eq!(browser.cookie("session"), None);
}
