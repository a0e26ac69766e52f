//! Guesses at spam, and their rejection for all alike.

use serde_json::{Value, json};
use sqlx::PgPool;
use testing::{unaudited, watch_states};
use uuid::Uuid;

use super::super::app::{Client, TestApp};
use super::{WORDS, moderate};

const OFFER: &str = "Earn money from home with our trading platform and get guaranteed returns. Join now, contact us on \
    WhatsApp and double your savings this week.";
const NOTES: &str = "Thank you for writing. We cannot publish offers or links.";

async fn guesses(admin: &Client) -> Vec<Value> {
    let answer = admin.get("/api/admin/testimonies/spam").await.expect(200);
    answer.json["groups"].as_array().expect("a list").clone()
}

async fn reject(admin: &Client, ids: &[Uuid]) -> Vec<Value> {
    let body = json!({ "ids": ids, "notes": NOTES });
    let answer = admin
        .post("/api/admin/testimonies/reject-spam", &body)
        .await
        .expect(200);
    let results = answer.json["results"].as_array().expect("a list");
    results.iter().map(|result| result["outcome"].clone()).collect()
}

async fn change(app: &TestApp, id: Uuid, change: &'static str) {
    sqlx::query(change).bind(id).execute(&app.db).await.expect("changed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn alike_offers_are_guessed_and_rejected_at_once_and_one_is_undone(db: PgPool) {
    let app = TestApp::new(db).await;
    watch_states(&app.db).await;
    let admin = app.admin().await;
    let story = app.prepared_testimony(WORDS).await;
    let offers = [
        app.prepared_testimony(OFFER).await,
        app.prepared_testimony(OFFER).await,
        app.prepared_testimony(&OFFER.replace("this week", "this month")).await,
    ];
    let groups = guesses(&admin).await;
    let [group] = &groups[..] else { panic!("{groups:?}") };
    let mut ids: Vec<&str> = group["ids"]
        .as_array()
        .expect("ids")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    ids.sort_unstable();
    let mut expected: Vec<String> = offers.iter().map(Uuid::to_string).collect();
    expected.sort();
    assert_eq!(ids, expected);
    assert_eq!(
        (&group["hasOffers"], &group["isRepeated"]),
        (&json!(true), &json!(true))
    );

    let all = [offers[0], offers[1], offers[2], story];
    assert_eq!(
        reject(&admin, &all).await,
        ["rejected", "rejected", "rejected", "needs_a_look"]
    );
    let declined = app
        .count("select count(*) from testimony where status = 'rejected' and moderation_notes like 'Thank you%'")
        .await;
    assert_eq!(declined, 3);
    let audited = app
        .count("select count(*) from audit_entry where action = 'story.rejected' and details ->> 'reason' = 'spam'")
        .await;
    assert_eq!(audited, 3, "each has its line");
    assert_eq!(unaudited(&app.db).await.0, Vec::<String>::new());
    let undone = moderate(&admin, offers[1], "undo", None).await.expect(200);
    assert_eq!(undone.json["status"], "pending");
    assert_eq!(
        reject(&admin, &[offers[0], Uuid::new_v4()]).await,
        ["not_pending", "not_found"]
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_with_danger_a_report_or_a_reopening_is_never_rejected_with_others(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let [dangerous, reported, reopened, plain] = [
        app.prepared_testimony(OFFER).await,
        app.prepared_testimony(OFFER).await,
        app.prepared_testimony(OFFER).await,
        app.prepared_testimony(OFFER).await,
    ];
    change(
        &app,
        dangerous,
        "update testimony set crisis_severity = 1 where id = $1",
    )
    .await;
    change(&app, reported, "update testimony set reports = 1 where id = $1").await;
    moderate(&admin, reopened, "reject", Some("no")).await.expect(200);
    moderate(&admin, reopened, "reopen", Some("It is a story."))
        .await
        .expect(200);
    let groups = guesses(&admin).await;
    assert!(
        !groups
            .iter()
            .any(|group| group.to_string().contains(&dangerous.to_string())),
        "{groups:?}"
    );
    let outcomes = reject(&admin, &[dangerous, reported, reopened, plain]).await;
    assert_eq!(outcomes, ["needs_a_look", "needs_a_look", "needs_a_look", "rejected"]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_rejection_of_spam_needs_staff_a_note_and_1_to_100_testimonies(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let path = "/api/admin/testimonies/reject-spam";
    let one = vec![Uuid::new_v4()];
    let many = vec![Uuid::new_v4(); 101];
    for (ids, notes) in [
        (&one, None),
        (&one, Some(" ")),
        (&vec![], Some(NOTES)),
        (&many, Some(NOTES)),
    ] {
        let body = json!({ "ids": ids, "notes": notes });
        admin.post(path, &body).await.expect_error(422, "INVALID_FIELDS");
    }
    let guest = app.guest();
    let body = json!({ "ids": one, "notes": NOTES });
    guest
        .post(path, &body)
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    let refused = guest.get("/api/admin/testimonies/spam").await;
    refused.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}
