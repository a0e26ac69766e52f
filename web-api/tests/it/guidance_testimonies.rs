//! The testimonies that come with guidance.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use uuid::Uuid;

use super::app::TestApp;
use super::guidance::{WORRIED, ask};
use super::testimony::testimony_body;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn approved_testimonies_of_the_topic_are_included(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let ctx = testing::ctx(app.db.clone());
    let now = sqlx::query_scalar("select now()")
        .fetch_one(&app.db)
        .await
        .expect("the time");
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(
            shared::testimony::submit(&ctx, testing::guest(1), &testing::new_testimony(), now)
                .await
                .expect("stored")
                .id,
        );
    }
    sqlx::query("update testimony set redacted_at = now(), redacted_text = 'I came through.', pii_risk_level = 'low', topics = '{anxiety}'")
        .execute(&app.db).await.expect("prepared");
    sqlx::query("update testimony set status = 'approved', moderated_at = now() where id = $1")
        .bind(ids[1])
        .execute(&app.db)
        .await
        .expect("approved");
    let answer = ask(&app.guest(), WORRIED).await.expect(200).json;
    assert_eq!(
        answer["testimonies"],
        json!([{ "id": ids[1], "redactedText": "I came through.", "language": "en" }]),
        "only what staff approved"
    );
    let other = app
        .guest()
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200)
        .json;
    assert_eq!(other["testimonies"], json!([]));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_of_the_same_situation_come_first_and_nobody_gets_their_own(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let ctx = testing::ctx(app.db.clone());
    let mut told =
        testimony_body("My mother died in spring, and I kept going to ring her. I miss my mum every single day.");
    told["whatHelped"] = json!("We cooked Mum's soup on Sundays.");
    told["whatChanged"] = json!("I can say her name again, and look at her photograph.");
    let author = app.guest();
    let submitted = author.post("/api/testimonies", &told).await.expect(201);
    let same: Uuid = submitted.json["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .expect("an id");
    shared::testimony::prepare(&app.ctx, same).await.expect("prepared");
    let lost = "My dog died and I could not stop crying for weeks.";
    let other = testing::prepared_testimony(&ctx, testing::guest(2), lost).await;
    let situation: Option<String> = sqlx::query_scalar("select situation from testimony where id = $1")
        .bind(same)
        .fetch_one(&app.db)
        .await
        .expect("read");
    assert_eq!(situation.as_deref(), Some("parent-died"), "the worker reads it");
    // The other one is of the topic, and newer.
    sqlx::query("update testimony set status = 'approved', topics = '{grief}', moderated_at = now() - interval '1 hour' * case id when $1 then 1 else 0 end")
        .bind(same)
        .execute(&app.db)
        .await
        .expect("approved");
    let question = json!({ "struggle": "My mum died six weeks ago and I keep going to ring her." });
    let ids = |answer: &Value| {
        let shown = answer["testimonies"].as_array().expect("a list");
        shown.iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["situation"]["id"], "parent-died");
    assert_eq!(ids(&answer), [json!(same), json!(other)]);
    let answer = author.post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(ids(&answer), [json!(other)], "not their own");
}

/// The testimonies in the answer to a new guest.
async fn testimonies_shown(app: &TestApp) -> Value {
    ask(&app.guest(), WORRIED).await.expect(200).json["testimonies"].clone()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_in_the_language_of_the_answer_come_first(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let ctx = testing::ctx(app.db.clone());
    let english = testing::prepared_testimony(&ctx, testing::guest(1), "I worried all night about my work.").await;
    let mut told = testimony_body("Pasé noches enteras con miedo de perder mi trabajo, y no podía dormir.");
    told["whatHelped"] = json!("Mi hermana se quedó conmigo y oramos cada mañana.");
    told["whatChanged"] = json!("Ahora duermo mejor, y ya no cargo con esto a solas.");
    let submitted = app.guest().post("/api/testimonies", &told).await.expect(201);
    let spanish: Uuid = serde_json::from_value(submitted.json["id"].clone()).expect("an id");
    shared::testimony::prepare(&ctx, spanish).await.expect("prepared");
    sqlx::query("update testimony set status = 'approved', moderated_at = now(), topics = '{anxiety}'")
        .execute(&app.db)
        .await
        .expect("approved");
    for (language, order) in [
        ("en", [(english, "en"), (spanish, "es")]),
        ("es", [(spanish, "es"), (english, "en")]),
    ] {
        let answer = app
            .guest()
            .post("/api/guidance", &json!({ "topicId": "anxiety", "language": language }))
            .await
            .expect(200);
        let shown: Vec<(Uuid, &str)> = answer.json["testimonies"]
            .as_array()
            .expect("testimonies")
            .iter()
            .map(|one| {
                let id = serde_json::from_value(one["id"].clone()).expect("an id");
                (id, one["language"].as_str().expect("a language"))
            })
            .collect();
        assert_eq!(shown, order, "{language}");
    }
    let admin = app.admin().await;
    let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
    let languages: Vec<&str> = listed
        .json
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["language"].as_str())
        .collect();
    assert_eq!(languages.len(), 2, "staff see the language");
    assert!(languages.contains(&"es") && languages.contains(&"en"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_changed_or_hidden_testimony_is_current_in_the_next_answer(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let ctx = testing::ctx(app.db.clone());
    let id = testing::prepared_testimony(&ctx, testing::guest(1), "I worried all night.").await;
    sqlx::query("update testimony set redacted_text = 'I came through.', topics = '{anxiety}'")
        .execute(&app.db)
        .await
        .expect("prepared");
    let told = |words: &str| json!([{ "id": id, "redactedText": words, "language": "en" }]);
    assert_eq!(testimonies_shown(&app).await, json!([]));
    for (change, shown) in [
        ("status = 'approved', moderated_at = now()", told("I came through.")),
        ("redacted_text = 'I am through.'", told("I am through.")),
        ("reports = 1, reported_at = now()", told("I am through.")),
        ("reports = 2, hidden_at = now()", json!([])),
        ("kept_at = now()", told("I am through.")),
        ("topics = '{grief}'", json!([])),
        ("topics = '{anxiety, grief}'", told("I am through.")),
        ("status = 'rejected'", json!([])),
        ("status = 'approved'", told("I am through.")),
    ] {
        let changed = format!("update testimony set {change} where id = $1");
        sqlx::query(AssertSqlSafe(changed))
            .bind(id)
            .execute(&app.db)
            .await
            .expect(change);
        assert_eq!(testimonies_shown(&app).await, shown, "after {change}");
        assert_eq!(testimonies_shown(&app).await, shown, "once more after {change}");
    }
    sqlx::query("delete from testimony")
        .execute(&app.db)
        .await
        .expect("deleted");
    assert_eq!(testimonies_shown(&app).await, json!([]), "after it was deleted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cached_testimonies_are_shown_without_another_query(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let ctx = testing::ctx(app.db.clone());
    testing::prepared_testimony(&ctx, testing::guest(1), "I worried all night.").await;
    sqlx::query("update testimony set status = 'approved', moderated_at = now(), topics = '{anxiety}'")
        .execute(&app.db)
        .await
        .expect("approved");
    let read_before = testimonies_shown(&app).await;
    assert_eq!(read_before.as_array().map(Vec::len), Some(1));
    let mut locked = app.db.begin().await.expect("a transaction");
    sqlx::query("lock table testimony in access exclusive mode")
        .execute(&mut *locked)
        .await
        .expect("locked");
    assert_eq!(testimonies_shown(&app).await, read_before);
    let other = app.guest().post("/api/guidance", &json!({ "topicId": "grief" })).await;
    assert_eq!(
        other.expect(200).json["testimonies"],
        json!([]),
        "those that cannot be read cost the stories, not the answer"
    );
}
