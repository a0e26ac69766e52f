//! The preview of a testimony: what would be redacted. Nothing is stored.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use sqlx::PgPool;
use tracing_subscriber::fmt::MakeWriter;

use super::app::{Answer, TestApp, harmless};
use super::crisis_first::{DANGER, FOR_EVER};
use super::outage::stopped;

const PATH: &str = "/api/testimonies/preview";

fn draft(what_happened: &str, also_hide: &Value) -> Value {
    json!({
        "whatHappened": what_happened,
        "whatHelped": "",
        "whatChanged": "",
        "alsoHide": also_hide,
    })
}

/// The text that a span of the answer covers, sliced in UTF-16 units as browsers do.
fn cut(field: &str, span: &Value) -> String {
    let units: Vec<u16> = field.encode_utf16().collect();
    let place = |name: &str| usize::try_from(span[name].as_u64().expect("a place")).expect("small");
    String::from_utf16(&units[place("start")..place("end")]).expect("whole characters")
}

#[tokio::test]
async fn the_preview_has_the_hidden_spans_and_the_redacted_text() {
    // A preview stores nothing and does not wait for the database.
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let words = "🙏 Write to me at maria.lopez@example.com. We met by the old lantern.";
    let answer = app
        .guest()
        .post(PATH, &draft(words, &json!(["Lantern", "nowhere"])))
        .await
        .expect(200);
    assert_eq!(
        Answer::keys(&answer.json),
        ["crisis", "fields", "notFound", "resources"]
    );
    assert_eq!(answer.json["notFound"], json!(["nowhere"]));
    assert_eq!(answer.json["crisis"], false);
    let field = &answer.json["fields"]["whatHappened"];
    assert_eq!(field["text"], "🙏 Write to me at [email]. We met by the old [hidden].");
    let spans: Vec<(String, &Value, &Value)> = field["spans"]
        .as_array()
        .expect("spans")
        .iter()
        .map(|span| (cut(words, span), &span["type"], &span["placeholder"]))
        .collect();
    assert_eq!(
        spans,
        [
            ("maria.lopez@example.com".to_owned(), &json!("EMAIL"), &json!("[email]")),
            ("lantern".to_owned(), &json!("HIDDEN"), &json!("[hidden]")),
        ]
    );
    assert_eq!(
        answer.json["fields"]["whatHelped"],
        json!({ "text": "", "spans": [] }),
        "an empty field is no mistake here"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_is_too_long_is_named_and_nothing_is_stored(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for (body, field, message) in [
        (
            draft(&harmless(5001), &json!([])),
            "whatHappened",
            "Please shorten this to 5,000 characters.",
        ),
        (
            draft("a NUL \u{0}", &json!([])),
            "whatHappened",
            "Please remove the characters that cannot be read.",
        ),
        (
            draft("one", &json!(vec!["one"; 51])),
            "alsoHide",
            "Please choose at most 50 words to hide, each of at most 100 characters.",
        ),
        (
            draft("one", &json!(["é".repeat(101)])),
            "alsoHide",
            "Please choose at most 50 words to hide, each of at most 100 characters.",
        ),
    ] {
        let refused = guest.post(PATH, &body).await.expect_error(422, "INVALID_FIELDS");
        assert_eq!(refused.json["fields"], json!({ field: message }));
    }
    for wrong in [draft("one", &json!("one")), draft("one", &json!([1]))] {
        guest.post(PATH, &wrong).await.expect_error(422, "INVALID_FIELDS");
    }
    guest.post_bytes(PATH, "{").await.expect_error(400, "BAD_REQUEST");
    guest.post(PATH, &draft(&harmless(5000), &json!([]))).await.expect(200);
    assert_eq!(app.count("select count(*) from testimony").await, 0);
    assert_eq!(app.count("select count(*) from job").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_see_the_preview_where_guests_have_no_access(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    let body = draft("My husband met me at the lighthouse.", &json!([]));
    app.guest()
        .post(PATH, &body)
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    app.user().await.post(PATH, &body).await.expect(200);
}

#[tokio::test]
async fn danger_shows_the_numbers_with_the_preview_or_in_its_place() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    let seen = guest
        .post(PATH, &draft(DANGER, &json!([])))
        .await
        .expect(200)
        .expect_numbers();
    assert_eq!(Answer::keys(&seen.json), ["crisis", "fields", "notFound", "resources"]);
    let hidden_words = guest
        .post(PATH, &draft("nothing much", &json!([DANGER])))
        .await
        .expect(200);
    hidden_words.expect_numbers();
    let unseen = guest
        .post(PATH, &draft(&format!("{DANGER} {}", harmless(5000)), &json!([])))
        .await
        .expect(200)
        .expect_numbers();
    assert_eq!(unseen.json["fields"], Value::Null);
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_preview_logs_no_text_of_a_testimony(db: PgPool) {
    let log = Log::default();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .init();
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let guest = app.guest();
    let words = "Zanzibetta carried me to the Quillharbour lantern.";
    let mut body = draft(words, &json!(["Quillharbour", "lantern"]));
    guest.post(PATH, &body).await.expect(200);
    body["whatHelped"] = json!("Zanzibetta read to me every evening.");
    body["whatChanged"] = json!("Zanzibetta and I are friends now.");
    body["consent"] = json!(true);
    guest.post("/api/testimonies", &body).await.expect(201);
    body["alsoHide"] = json!(vec!["Quillharbour"; 51]);
    guest.post(PATH, &body).await.expect(422);
    let log = log.0.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log);
    assert!(
        log.contains("answered") && log.contains("story accepted"),
        "the log is listened to"
    );
    for secret in ["Zanzibetta", "Quillharbour"] {
        let bytes = format!("{:?}", secret.as_bytes());
        let quoted = log.contains(secret) || log.contains(bytes.trim_matches(['[', ']']));
        assert!(!quoted, "{secret} is in the log");
    }
}
