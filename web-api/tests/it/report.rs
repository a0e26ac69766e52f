//! Readers report testimonies.

use serde_json::{Value, json};
use shared::guest::GuestToken;
use shared::moderation;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, Client, TestApp};

async fn report(reader: &Client, id: Uuid) -> Answer {
    reader
        .call("POST", &format!("/api/testimonies/{id}/report"), &Value::Null)
        .await
}

/// A published testimony about grief, and the member of staff who published it.
async fn published(app: &TestApp) -> (Uuid, Client) {
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    moderate(&admin, id, "approve", None).await.expect(200);
    sqlx::query("update testimony set topics = '{grief}'")
        .execute(&app.db)
        .await
        .expect("a known topic");
    (id, admin)
}

async fn testimonies_shown(app: &TestApp) -> usize {
    let answer = app
        .guest()
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    answer.json["testimonies"].as_array().expect("a list").len()
}

/// A guest whose browser has held its cookie for a minute.
#[expect(clippy::disallowed_methods, reason = "the cookie is as old as the test says")]
fn reader(app: &TestApp) -> Client {
    let guest = app.guest();
    let a_minute_ago = OffsetDateTime::now_utc() - time::Duration::MINUTE;
    let token = GuestToken::issue(&app.ctx.config.key_ring, a_minute_ago).expect("random");
    guest.keep_cookie("guest", &token.to_cookie());
    guest
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_report_brings_a_testimony_to_the_front_and_a_second_independent_one_hides_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, admin) = published(&app).await;
    report(&reader(&app), id).await.expect(204);
    assert_eq!(testimonies_shown(&app).await, 1, "one guest hides nothing");
    let counts = admin.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(
        (&counts.json["reported"], &counts.json["approved"]),
        (&json!(1), &json!(1))
    );
    report(&reader(&app), id).await.expect(204);
    assert_eq!(testimonies_shown(&app).await, 0);
    let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
    assert_eq!(listed.json[0]["isHidden"], true);
    let kept = moderate(&admin, id, "keep", None).await.expect(200);
    assert_eq!(
        (&kept.json["status"], &kept.json["reportedAt"], &kept.json["isHidden"]),
        (&json!("approved"), &Value::Null, &json!(false))
    );
    assert_eq!(testimonies_shown(&app).await, 1);

    for _ in 0..2 {
        report(&app.user().await, id).await.expect(204);
    }
    assert_eq!(
        testimonies_shown(&app).await,
        1,
        "staff kept it once: it stays while they look again"
    );
    let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
    assert_eq!(
        (&listed.json[0]["reports"], listed.json[0]["reportedAt"].is_string()),
        (&json!(4), true)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_guests_of_one_network_are_one_reporter_and_users_are_each_their_own(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, _) = published(&app).await;
    for host in 1..=9 {
        let neighbour = reader(&app).sending("x-forwarded-for", &format!("2001:db8:1:{host}::1"));
        report(&neighbour, id).await.expect(204);
    }
    assert_eq!(testimonies_shown(&app).await, 1, "a flood from one /48 is one report");
    for _ in 0..5 {
        report(&app.guest(), id).await.expect(204);
    }
    assert_eq!(
        testimonies_shown(&app).await,
        1,
        "browsers that read nothing have no weight"
    );
    let at_home = |client: Client| client.sending("x-forwarded-for", "2001:db8:1:5::1");
    report(&at_home(app.user().await), id).await.expect(204);
    assert_eq!(
        testimonies_shown(&app).await,
        1,
        "a user and the guests of the same network are one"
    );
    report(&at_home(app.user().await), id).await.expect(204);
    assert_eq!(testimonies_shown(&app).await, 0, "two users are two, wherever they are");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_report_hides_a_text_that_screens_badly(db: PgPool) {
    for text in [
        "I want to kill myself tonight and I have a plan.",
        "God carried me. Write to me at +1 212 555 0187.",
    ] {
        let app = TestApp::new(db.clone()).await;
        let (id, _) = published(&app).await;
        sqlx::query("update testimony set redacted_text = $2 where id = $1")
            .bind(id)
            .bind(text)
            .execute(&app.db)
            .await
            .expect("changed");
        assert_eq!(testimonies_shown(&app).await, 1);
        report(&reader(&app), id).await.expect(204);
        assert_eq!(testimonies_shown(&app).await, 0, "{text}");
        sqlx::query("delete from testimony")
            .execute(&app.db)
            .await
            .expect("deleted");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_keep_all_stories_of_a_flood_in_one_step_and_no_other(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, admin) = published(&app).await;
    let mut ids = vec![first];
    for _ in 0..3 {
        let id = app.prepared_testimony(WORDS).await;
        moderate(&admin, id, "approve", None).await.expect(200);
        ids.push(id);
    }
    let networks = ["192.0.2.7", "192.0.2.8"];
    for network in networks {
        for id in &ids {
            report(&reader(&app).sending("x-forwarded-for", network), *id)
                .await
                .expect(204);
        }
    }
    let doubted = ids.pop().expect("four");
    report(&reader(&app), doubted).await.expect(204);
    let pane = admin.get(&format!("/api/admin/testimonies/{first}")).await.expect(200);
    assert_eq!(pane.json["flood"].as_array().map(Vec::len), Some(3));
    assert!(
        pane.json["flood"]
            .as_array()
            .is_some_and(|flood| !flood.contains(&json!(doubted)))
    );

    let path = format!("/api/admin/testimonies/{first}/keep-flood");
    app.guest().post(&path, &Value::Null).await.expect(401);
    let kept = admin.post(&path, &Value::Null).await.expect(200);
    assert_eq!(kept.json["kept"].as_array().map(Vec::len), Some(3));
    let counts = admin.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(counts.json["reported"], 1, "the one that somebody else reported waits");
    let trail = admin.get("/api/admin/audit?action=story.kept").await.expect(200);
    assert_eq!(trail.json["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        admin.post(&path, &Value::Null).await.expect(200).json["kept"],
        json!([])
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_networks_of_reports_are_forgotten_after_two_days(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, _) = published(&app).await;
    report(&reader(&app), id).await.expect(204);
    assert_eq!(moderation::forget_networks(&app.db).await.expect("none yet"), 0);
    sqlx::query("update testimony_report set created_at = now() - interval '49 hours'")
        .execute(&app.db)
        .await
        .expect("aged");
    assert_eq!(moderation::forget_networks(&app.db).await.expect("forgotten"), 1);
    assert_eq!(
        app.count("select count(*) from testimony_report where network is not null")
            .await,
        0
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_reader_reports_a_testimony_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, admin) = published(&app).await;
    let reader = app.user().await;
    for _ in 0..3 {
        report(&reader, id).await.expect(204);
    }
    let trail = admin.get("/api/admin/audit?action=story.reported").await.expect(200);
    assert_eq!(trail.json["lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(trail.json["lines"][0]["actor"]["kind"], "user");
    assert_eq!(app.count("select reports::bigint from testimony").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reports_are_limited_per_reader_and_address(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, _) = published(&app).await;
    let testimonies = app.with_copies(first, 30).await;
    let reader = app.user().await;
    for id in &testimonies[..10] {
        report(&reader, *id).await.expect(204);
    }
    let refused = report(&reader, testimonies[10]).await.expect_error(429, "REPORT_LIMIT");
    assert!(!refused.header("retry-after").is_empty());
    report(&reader, first).await.expect(204);
    assert_eq!(app.count("select count(*) from testimony_report").await, 10);

    let address = "198.51.100.7";
    for number in 0..100 {
        report(
            &app.guest().sending("x-forwarded-for", address),
            testimonies[number % 30],
        )
        .await
        .expect(204);
    }
    report(&app.guest().sending("x-forwarded-for", address), testimonies[30])
        .await
        .expect_error(429, "ADDRESS_LIMIT");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reported_testimonies_come_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, admin) = published(&app).await;
    let later = app.prepared_testimony(WORDS).await;
    moderate(&admin, later, "approve", None).await.expect(200);
    let order = async || {
        let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
        listed.json[0]["id"].as_str().map(str::to_owned)
    };
    assert_eq!(order().await, Some(later.to_string()), "the last settled first");
    report(&app.guest(), first).await.expect(204);
    assert_eq!(order().await, Some(first.to_string()));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_published_testimonies_can_be_reported(db: PgPool) {
    let app = TestApp::new(db).await;
    let pending = app.prepared_testimony(WORDS).await;
    let guest = app.guest();
    for id in [pending, Uuid::new_v4()] {
        report(&guest, id).await.expect_error(404, "NOT_FOUND");
    }
    guest
        .call("POST", "/api/testimonies/x/report", &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    let closed = TestApp::with(app.db.clone(), &[("GUEST_ACCESS", "signed_in")])
        .await
        .leaving(&["prepare_testimony"]);
    report(&closed.guest(), pending)
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}
