//! The topics, shown as chips.

use serde_json::Value;
use sqlx::PgPool;

use super::app::{Answer, TestApp};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_topic_is_a_chip_except_comfort_and_refuge(db: PgPool) {
    let answer = TestApp::new(db).await.guest().get("/api/topics").await.expect(200);
    let topics = answer.json.as_array().expect("a list");
    assert_eq!(topics.len(), 24);
    for topic in topics {
        assert_eq!(Answer::keys(topic), ["id", "name"]);
        assert!(topic["id"] != "comfort" && topic["id"] != "refuge");
        assert!(topic["name"].as_str().is_some_and(|name| !name.is_empty()));
    }
    let mut ids: Vec<&Value> = topics.iter().map(|topic| &topic["id"]).collect();
    ids.sort_by_key(ToString::to_string);
    ids.dedup();
    assert_eq!(ids.len(), topics.len(), "each once");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_chips_are_public_and_set_no_cookie(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    let answer = app.guest().get("/api/topics").await.expect(200);
    assert_eq!(answer.header("set-cookie"), "");
}
