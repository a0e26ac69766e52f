//! User sessions: what they open, and how they end.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use shared::session::{self, Ended};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::FOR_EVER;
use super::outage;
use super::testimony::testimony_body;

async fn ask(client: &Client) -> Answer {
    client.post("/api/guidance", &json!({ "topicId": "grief" })).await
}

/// Ends all sessions of this client's user.
async fn end_all(app: &TestApp, client: &Client, because: Ended) {
    let mut connection = app.db.acquire().await.expect("connected");
    let user = client.user.expect("signed in by the test");
    session::end_all(&mut connection, user, because).await.expect("ended");
}

async fn block(app: &TestApp, client: &Client) {
    sqlx::query("update app_user set blocked_at = now() where id = $1")
        .bind(client.user.expect("signed in by the test").0)
        .execute(&app.db)
        .await
        .expect("blocked");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unknown_session_cookie_is_a_guest(db: PgPool) {
    let app = TestApp::new(db).await;
    for cookie in ["", "AAAA", "%00", &"A".repeat(22), &"A".repeat(43)] {
        let guest = app.guest();
        guest.keep_cookie("session", cookie);
        guest.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
        ask(&guest).await.expect(200);
    }
}

#[tokio::test]
async fn without_a_session_cookie_the_database_is_not_queried() {
    let app = TestApp::over_unreliable_db(outage::stopped(FOR_EVER), &[]);
    let answer = app.guest().get("/api/auth/user").await;
    answer.expect_error(401, "SIGN_IN_REQUIRED");
    app.guest().post("/api/logout", &json!({})).await.expect(204);
}

#[tokio::test]
async fn quick_exit_clears_the_guest_cookie_without_a_database() {
    let app = TestApp::over_unreliable_db(outage::stopped(FOR_EVER), &[]);
    let guest = app.guest();
    guest.keep_cookie("guest", &"A".repeat(43));
    guest.post("/api/leave", &json!({})).await.expect(204);
    assert_eq!(guest.cookie("guest"), None);
    guest
        .sending("sec-fetch-site", "cross-site")
        .post("/api/leave", &json!({}))
        .await
        .expect_error(403, "CROSS_SITE");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_user_has_exactly_the_specified_fields(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let answer = user.get("/api/auth/user").await.expect(200);
    assert_eq!(
        Answer::keys(&answer.json),
        [
            "blocked",
            "createdAt",
            "email",
            "firstName",
            "id",
            "isPremium",
            "lastName",
            "manualPremiumUntil",
            "profileImageUrl",
            "stripeCustomerId",
            "subscriptionStatus"
        ]
    );
    assert_eq!(answer.json["id"], user.user.expect("signed in").0.to_string());
    assert_eq!(
        (
            &answer.json["firstName"],
            &answer.json["isPremium"],
            &answer.json["blocked"]
        ),
        (&json!("Test"), &json!(false), &json!(false))
    );
    assert_eq!(answer.json["profileImageUrl"], Value::Null);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guidance_and_testimonies_belong_to_the_user_and_not_to_a_guest(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let user = app.user().await;
    assert_eq!(ask(&user).await.expect(200).json["usage"]["count"], 1);
    assert_eq!(user.get("/api/usage").await.expect(200).json["count"], 1);
    user.post("/api/testimonies", &testimony_body("I lost my work in spring."))
        .await
        .expect(201);
    assert_eq!(user.cookie("guest"), None, "no guest is made of a user");
    let id = user.user.expect("signed in").0;
    let owners: (uuid::Uuid, String, uuid::Uuid) = sqlx::query_as(
        "select testimony.owner_id, owner_kind, usage.owner_id from testimony join data_key using (owner_id), usage",
    )
    .fetch_one(&app.db)
    .await
    .expect("one of each");
    assert_eq!(owners, (id, "user".to_owned(), id));
    assert_eq!(app.count("select count(*) from address_usage").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_have_access_where_guests_have_none(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    ask(&app.guest()).await.expect_error(401, "SIGN_IN_REQUIRED");
    ask(&app.user().await).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn after_logout_a_stolen_cookie_opens_nothing(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let stolen = user.cookie("session").expect("signed in");
    let answer = user.post("/api/logout", &json!({})).await.expect(204);
    assert!(
        answer.forgets("session") && answer.forgets("checkout"),
        "{:?}",
        answer.headers
    );
    let thief = app.guest();
    thief.keep_cookie("session", &stolen);
    thief.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    user.post("/api/logout", &json!({})).await.expect(204);
    app.guest().post("/api/logout", &json!({})).await.expect(204);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_session_that_another_device_ended_says_so_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    end_all(&app, &user, Ended::Elsewhere).await;
    let here = user
        .get("/api/auth/user")
        .await
        .expect_error(401, "LOGGED_IN_ELSEWHERE");
    assert!(here.forgets("session"));
    user.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    ask(&user).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn blocked_users_are_refused_but_can_read_who_they_are(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    block(&app, &user).await;
    assert_eq!(user.get("/api/auth/user").await.expect(200).json["blocked"], true);
    ask(&user).await.expect_error(403, "ACCOUNT_BLOCKED");
    user.get("/api/usage").await.expect_error(403, "ACCOUNT_BLOCKED");
    user.post("/api/testimonies", &testimony_body("I lost my work in spring."))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    end_all(&app, &user, Ended::Blocked).await;
    user.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    ask(&user).await.expect_error(403, "ACCOUNT_BLOCKED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn sessions_end_when_idle_and_at_their_maximum_age(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    user.get("/api/auth/user").await.expect(200);
    let noted = "select count(*) from session where last_seen_at > created_at";
    assert_eq!(app.count(noted).await, 0, "used within the minute: nothing is written");

    for (age, days_left) in [(29, 30), (80, 10)] {
        sqlx::query(
            "update session set created_at = now() - make_interval(days => $1),
                 last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 hour'",
        )
        .bind(age)
        .execute(&app.db)
        .await
        .expect("aged");
        user.get("/api/auth/user").await.expect(200);
        assert_eq!(
            app.count("select round(extract(epoch from expires_at - now()) / 86400)::bigint from session")
                .await,
            days_left
        );
    }
    sqlx::query("update session set expires_at = now()")
        .execute(&app.db)
        .await
        .expect("aged");
    user.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    assert_eq!(session::delete_expired(&app.db).await.expect("deleted"), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_database_holds_no_secret_of_a_session(db: PgPool) {
    let app = TestApp::new(db).await;
    let secret = app.user().await.cookie("session").expect("signed in");
    let kept: Vec<u8> = sqlx::query_scalar("select id_hash from session")
        .fetch_one(&app.db)
        .await
        .expect("one");
    let as_cookie = URL_SAFE_NO_PAD.encode(kept);
    assert_ne!(as_cookie, secret);
    let thief = app.guest();
    thief.keep_cookie("session", &as_cookie);
    thief.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
}
