//! Testimonies: stored or refused, and stored once for each idempotency key.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp, harmless};

/// A testimony as the form sends it.
pub fn testimony_body(what_happened: &str) -> Value {
    json!({
        "whatHappened": what_happened,
        "whatHelped": "A friend listened to me and helped me to find new work.",
        "whatChanged": "I can sleep again, and I trust God with my work.",
        "consent": true,
        "topicId": "",
    })
}

/// A testimony with one field changed. Null removes the field.
fn testimony_with(field: &str, value: Value) -> Value {
    let mut testimony = testimony_body("I lost my work in spring and did not know how to pay.");
    let fields = testimony.as_object_mut().expect("an object");
    if value.is_null() {
        fields.remove(field)
    } else {
        fields.insert(field.to_owned(), value)
    };
    testimony
}

async fn submit(guest: &Client, what_happened: &str) -> Answer {
    guest.post("/api/testimonies", &testimony_body(what_happened)).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_is_stored_with_the_job_that_prepares_it(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let answer = submit(&app.guest(), "I lost my work in spring and did not know how to pay.")
        .await
        .expect(201);
    assert_eq!(
        Answer::keys(&answer.json),
        ["crisis", "id", "possibleDanger", "resources", "saved", "status"]
    );
    assert_eq!(
        (&answer.json["status"], &answer.json["saved"], &answer.json["crisis"]),
        (&json!("pending"), &json!(true), &json!(false))
    );
    let id: Uuid = answer.json["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .expect("an id");
    let (kind, payload): (String, Value) = sqlx::query_as("select kind, payload from job")
        .fetch_one(&app.db)
        .await
        .expect("one job");
    assert!(payload.to_string().contains(&id.to_string()), "{kind} {payload}");
    assert_eq!(
        app.count("select count(*) from testimony where status = 'pending' and redacted_at is null")
            .await,
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn fields_are_counted_in_characters_after_trimming(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let guest = app.guest();
    for (field, too_short) in [
        ("whatHappened", "Please provide more detail about what happened"),
        ("whatHelped", "Please share what helped you"),
        ("whatChanged", "Please describe what changed"),
    ] {
        for (value, message) in [
            (Value::Null, too_short),
            (json!(""), too_short),
            (json!("      short      "), too_short),
            (json!("my café 1"), too_short),
            (json!(harmless(5001)), "Please shorten this to 5,000 characters."),
            (
                json!("I worry about my work\u{0} and the café."),
                "Please remove the characters that cannot be read.",
            ),
        ] {
            let refused = guest
                .post("/api/testimonies", &testimony_with(field, value))
                .await
                .expect_error(422, "INVALID_FIELDS");
            assert_eq!(refused.json["fields"], json!({ field: message }));
        }
        guest
            .post("/api/testimonies", &testimony_with(field, json!(harmless(5000))))
            .await
            .expect(201);
        guest
            .post("/api/testimonies", &testimony_with(field, json!("my café 10")))
            .await
            .expect(201);
        guest
            .post("/api/testimonies", &testimony_with(field, json!(5)))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    let refused = guest
        .post("/api/testimonies", &json!({}))
        .await
        .expect_error(422, "INVALID_FIELDS");
    assert_eq!(
        Answer::keys(&refused.json["fields"]),
        ["consent", "whatChanged", "whatHappened", "whatHelped"]
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_consent_nothing_is_stored(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for consent in [
        Value::Null,
        json!(false),
        json!("true"),
        json!(1),
        json!([true]),
        json!({}),
    ] {
        let refused = guest
            .post("/api/testimonies", &testimony_with("consent", consent))
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(
            refused.json["fields"],
            json!({ "consent": "You must agree to share your story" })
        );
    }
    assert_eq!(app.count("select count(*) from testimony").await, 0);
    assert_eq!(app.count("select count(*) from job").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_retry_returns_the_first_testimony_even_if_concurrent(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let guest = app.guest();
    let key = Uuid::new_v4().to_string();
    // The first answer sets the cookie that identifies the guest.
    let first = submit(&guest.sending("idempotency-key", &key), "I lost my work in spring.")
        .await
        .expect(201);
    let again = submit(&guest.sending("idempotency-key", &key), "I lost my work in spring.")
        .await
        .expect(201);
    assert_eq!(first.json, again.json);
    let key = guest.sending("idempotency-key", &Uuid::new_v4().to_string());
    let answers = futures::future::join_all((0..10).map(|_| submit(&key, "I lost my work in autumn."))).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 201 && answer.json == answers[0].json)
    );
    assert_eq!(app.count("select count(*) from testimony").await, 2);
    assert_eq!(app.count("select count(*) from job").await, 2);
    submit(&guest, "I lost my work in winter.").await.expect(201);
    submit(&guest, "I lost my work in winter.").await.expect(201);
    assert_eq!(
        app.count("select count(*) from testimony").await,
        4,
        "without a key each call stands alone"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_key_that_is_no_uuid_is_refused(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for key in ["", "1", "not a key", "é", "00000000-0000-0000-0000-00000000000g"] {
        submit(&guest.sending("idempotency-key", key), "I lost my work in spring.")
            .await
            .expect_error(400, "BAD_REQUEST");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_with_danger_is_stored_escalated_and_shows_the_numbers(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony", "send_mail"]);
    let guest = app.guest().sending("idempotency-key", &Uuid::new_v4().to_string());
    // The answer waits for the database only briefly: on a slow machine the first one may be `saved: false`.
    let mut answer = submit(&guest, "I want to kill myself tonight and I have a plan.")
        .await
        .expect(200)
        .expect_numbers();
    while answer.json["saved"] == false {
        answer = submit(&guest, "I want to kill myself tonight and I have a plan.")
            .await
            .expect(200)
            .expect_numbers();
    }
    assert_eq!(
        (&answer.json["status"], &answer.json["resources"]["category"]),
        (&json!("escalated"), &json!("suicide_plan"))
    );
    assert_eq!(
        app.count("select count(*) from testimony where status = 'escalated' and crisis_severity >= 3")
            .await,
        1
    );
    assert_eq!(app.count("select count(*) from testimony").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_body_that_is_not_json_is_refused(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for body in [&b""[..], b"{", b"\xff", b"{\"whatHappened\":\"\xff\"}"] {
        guest
            .post_bytes("/api/testimonies", body)
            .await
            .expect_error(400, "BAD_REQUEST");
    }
    guest
        .post_bytes("/api/testimonies", " ".repeat(10 * 1024 * 1024))
        .await
        .expect_error(413, "TOO_LARGE");
    guest
        .send(
            guest.request("POST", "/api/testimonies"),
            testimony_body("I lost my work.").to_string().into(),
        )
        .await
        .expect_error(415, "NOT_JSON");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guests_without_access_are_asked_to_sign_in(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    submit(&app.guest(), "I lost my work in spring.")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_words_to_hide_are_limited_in_number_and_length(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let guest = app.guest();
    for (also_hide, status) in [
        (json!([]), 201),
        (json!(["work", "not in the story"]), 201),
        (json!(["é".repeat(100)]), 201),
        (json!(vec!["work"; 50]), 201),
        (json!(vec!["work"; 51]), 422),
        (json!(["é".repeat(101)]), 422),
        (json!("work"), 422),
        (json!([null]), 422),
    ] {
        let answer = guest
            .post("/api/testimonies", &testimony_with("alsoHide", also_hide))
            .await;
        assert_eq!(answer.status, status, "{}", answer.json);
    }
    assert_eq!(app.count("select count(*) from testimony").await, 4);
    let payloads: Vec<Value> = sqlx::query_scalar("select payload from job")
        .fetch_all(&app.db)
        .await
        .expect("jobs");
    let told = payloads.iter().any(|payload| payload.to_string().contains("work"));
    assert!(!told, "the words stay in the sealed story");
}
