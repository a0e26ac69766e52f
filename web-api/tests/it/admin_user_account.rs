//! A user's account for staff: what is known of it, and nothing that the user confided.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};
use super::subscription::{pay, with_stand_in};

const CONFIDED: &str = "I lost my work in spring and did not know how to pay.";

fn path(user: &Client) -> String {
    format!("/api/admin/users/{}", user.user.expect("signed in").0)
}

async fn run(app: &TestApp, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&app.db).await.expect("changed");
}

/// A prepared story of this user.
async fn story_of(app: &TestApp, user: &Client) -> Uuid {
    let author = user.user.expect("signed in").owner();
    user.enqueues(&["prepare_testimony"]);
    testing::prepared_testimony(&app.ctx, author, CONFIDED).await
}

async fn actions(admin: &Client, user: &Client) -> Vec<String> {
    let account = admin.get(&path(user)).await.expect(200).json;
    let lines = account["audit"].as_array().expect("a list").iter();
    lines
        .map(|line| line["action"].as_str().expect("a word").to_owned())
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_account_tells_numbers_and_times_and_no_confided_word(db: PgPool) {
    let app = TestApp::new(db).await;
    let (admin, user, other) = (app.admin().await, app.user().await, app.user().await);
    let published = story_of(&app, &user).await;
    run(&app, "update testimony set status = 'approved', moderated_at = now()").await;
    let waiting = story_of(&app, &user).await;
    story_of(&app, &other).await;
    run(
        &app,
        "insert into prayer (id, owner_id, sealed, created_at, shared_at, prayed_at, idempotency_key)
             select gen_random_uuid(), owner_id, '\\x00', now(), shared_at, prayed_at, gen_random_uuid()
             from data_key, (values (now(), now()), (now(), null), (null, null)) as prayers (shared_at, prayed_at)",
    )
    .await;
    let answer = admin.get(&path(&user)).await.expect(200);
    let account = &answer.json;
    assert_eq!(
        Answer::keys(account),
        [
            "audit",
            "giftUntil",
            "prayers",
            "signIns",
            "stories",
            "subscriptions",
            "unclaimed",
            "user"
        ]
    );
    assert_eq!(
        account["stories"],
        json!({ "pending": 1, "approved": 1, "rejected": 0, "escalated": 0 })
    );
    assert_eq!(account["prayers"], json!({ "shared": 2, "prayed": 1 }));
    assert_eq!(account["signIns"].as_array().map(Vec::len), Some(1));
    assert_eq!(Answer::keys(&account["signIns"][0]), ["at", "isOpen"]);
    assert_eq!(account["user"]["profileImageUrl"], Value::Null);
    let text = answer.text();
    for told in [
        published.to_string(),
        waiting.to_string(),
        "spring".to_owned(),
        "198.18".to_owned(),
    ] {
        assert!(!text.contains(&told), "{told}");
    }
    user.get(&path(&user)).await.expect(401);
    let nobody = format!("/api/admin/users/{}", Uuid::new_v4());
    admin.get(&nobody).await.expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn which_stories_are_a_users_is_told_on_request_and_recorded(db: PgPool) {
    let app = TestApp::new(db).await;
    let (admin, user, other) = (app.admin().await, app.user().await, app.user().await);
    let first = story_of(&app, &user).await;
    run(
        &app,
        "update testimony set redacted_text = repeat('word ', 100), created_at = now() - interval '1 day'",
    )
    .await;
    let second = story_of(&app, &user).await;
    sqlx::query("update testimony set redacted_at = null, redacted_text = null, pii_risk_level = null where id = $1")
        .bind(second)
        .execute(&app.db)
        .await
        .expect("in preparation");
    story_of(&app, &other).await;
    assert_eq!(
        actions(&admin, &user).await,
        [""; 0],
        "reading the account leaves no line"
    );
    let stories = format!("{}/stories", path(&user));
    for _ in 0..2 {
        let shown = admin.post(&stories, &json!({})).await.expect(200).json;
        let shown = shown.as_array().expect("a list");
        let ids: Vec<&Value> = shown.iter().map(|story| &story["id"]).collect();
        assert_eq!(ids, [&json!(second), &json!(first)]);
        assert_eq!(shown[0]["opening"], Value::Null, "it is being prepared");
        assert_eq!(shown[1]["opening"].as_str().map(str::len), Some(200));
        assert_eq!(Answer::keys(&shown[1]), ["createdAt", "id", "opening", "status"]);
    }
    assert_eq!(
        actions(&admin, &user).await,
        ["user.stories_shown"; 2],
        "twice pressed, twice recorded"
    );
    let line = admin
        .get("/api/admin/audit?action=user.stories_shown")
        .await
        .expect(200)
        .json;
    assert_eq!(line["lines"][0]["details"], json!({ "stories": 2 }));
    assert_eq!(line["lines"][0]["actor"]["name"], "Ruth");

    user.post(&stories, &json!({})).await.expect(401);
    let nobody = format!("/api/admin/users/{}/stories", Uuid::new_v4());
    admin.post(&nobody, &json!({})).await.expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn lines_about_the_user_are_told_and_none_of_their_stories(db: PgPool) {
    let app = TestApp::new(db).await;
    let (admin, user, other) = (app.admin().await, app.user().await, app.user().await);
    story_of(&app, &user).await;
    assert_eq!(
        app.count("select count(*) from audit_entry where actor_kind = 'user'")
            .await,
        1
    );
    user.get("/api/user/export").await.expect(200);
    other.get("/api/user/export").await.expect(200);
    let block = format!("{}/block", path(&user));
    for blocked in [true, false] {
        admin
            .call("PATCH", &block, &json!({ "blocked": blocked }))
            .await
            .expect(200);
    }
    assert_eq!(
        actions(&admin, &user).await,
        ["user.unblocked", "user.blocked", "user.exported"]
    );
    let account = admin.get(&path(&user)).await.expect(200).json;
    assert_eq!(account["signIns"][0]["isOpen"], false, "blocking ended it");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_deleted_account_is_gone(db: PgPool) {
    let app = TestApp::new(db).await;
    let (admin, user) = (app.admin().await, app.user().await);
    admin.get(&path(&user)).await.expect(200);
    user.call("DELETE", "/api/user/account", &json!({})).await.expect(200);
    admin.get(&path(&user)).await.expect_error(404, "NOT_FOUND");
    let stories = format!("{}/stories", path(&user));
    admin.post(&stories, &json!({})).await.expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_subscription_is_told_as_stripe_told_it_and_an_unclaimed_one_is_handed_over(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let (admin, user) = (app.admin().await, app.user().await);
    pay(&app, &stand_in, &app.guest()).await;
    let account = admin.get(&path(&user)).await.expect(200).json;
    assert_eq!(
        (&account["subscriptions"], &account["unclaimed"]),
        (&json!([]), &json!([]))
    );
    // An address that was typed and is not proven leads to nobody.
    run(
        &app,
        "update app_user set email = 'A@mail.example', email_verified = false",
    )
    .await;
    let account = admin.get(&path(&user)).await.expect(200).json;
    assert_eq!(account["unclaimed"], json!([]));

    run(&app, "update app_user set email_verified = true").await;
    let account = admin.get(&path(&user)).await.expect(200).json;
    let waiting = &account["unclaimed"][0];
    assert_eq!(
        (&waiting["status"], &waiting["isClaimed"]),
        (&json!("active"), &json!(false))
    );
    let hand_over = format!(
        "/api/admin/subscriptions/{}/hand-over",
        waiting["id"].as_str().expect("an id")
    );
    let to = json!({ "email": account["user"]["email"] });
    admin.post(&hand_over, &to).await.expect(204);
    admin.post(&hand_over, &to).await.expect_error(409, "CONFLICT");
    let account = admin.get(&path(&user)).await.expect(200).json;
    assert_eq!(account["unclaimed"], json!([]));
    let held = &account["subscriptions"][0];
    assert_eq!((&held["status"], &held["isClaimed"]), (&json!("active"), &json!(true)));
    assert!(held["comparedAt"].is_string() && held["periodEnd"].is_string());
    assert_eq!((&held["endsAt"], &held["unpaidSince"]), (&Value::Null, &Value::Null));
    assert_eq!(account["user"]["isPremium"], true);
    assert!(
        actions(&admin, &user)
            .await
            .contains(&"user.subscription_handed_over".to_owned())
    );
}
