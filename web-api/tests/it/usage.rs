//! The daily usage count over HTTP.

use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::app::{Answer, TestApp};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_count_starts_at_zero_and_reading_it_uses_nothing(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for _ in 0..2 {
        let answer = guest.get("/api/usage").await.expect(200);
        assert_eq!(Answer::keys(&answer.json), ["count", "limit", "resetsAt", "unlimited"]);
        assert_eq!(
            (&answer.json["count"], &answer.json["limit"], &answer.json["unlimited"]),
            (&json!(0), &json!(3), &json!(false))
        );
    }
    guest
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_count_starts_again_at_the_visitors_midnight(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (zone, offset_minutes) in [
        ("UTC", 0),
        ("Asia/Kolkata", 330),
        ("Asia/Tokyo", 540),
        ("Mars/Olympus", 0),
        ("", 0),
    ] {
        let answer = guest.sending("x-time-zone", zone).get("/api/usage").await.expect(200);
        let text = answer.json["resetsAt"].as_str().expect("text");
        let resets_at = OffsetDateTime::parse(text, &Rfc3339).expect("RFC 3339");
        let there = resets_at.to_offset(time::UtcOffset::from_whole_seconds(offset_minutes * 60).expect("an offset"));
        assert_eq!(there.time(), time::Time::MIDNIGHT, "{zone}: {text}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_guest_has_a_count_of_their_own(db: PgPool) {
    let app = TestApp::new(db).await;
    let (one, other) = (app.guest(), app.guest());
    one.post(
        "/api/guidance",
        &json!({ "struggle": "I feel anxious and worried about many things." }),
    )
    .await
    .expect(200);
    assert_eq!(one.get("/api/usage").await.json["count"], 1);
    assert_eq!(other.get("/api/usage").await.json["count"], 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guests_without_access_have_no_count(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    app.guest()
        .get("/api/usage")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}
