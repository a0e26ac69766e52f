//! The staff's part of the walk.

use serde_json::json;
use shared::jobs::Rehearsal;
use sqlx::PgPool;

use super::super::ledger::{rehearse, tally};
use super::super::library::page_about;
use super::super::pdf_writer;
use super::super::stack::until;
use super::accepted::People;
use super::browser::Browser;
use super::sign_in::{self, Secrets};
use super::{CANARY, DANGER, FILE, PATH, WORDS};

/// Publishes, declines, edits and reveals testimonies. A guest reports one.
pub async fn review(people: &mut People, testimonies: &[String]) {
    let People { guest, staff, .. } = people;
    let [published, declined, together, changed, ..] = testimonies else {
        panic!("there are stories");
    };
    let waiting = staff.get("/api/admin/testimonies?status=pending").await.json();
    let cursor = waiting[0]["cursor"].as_str().expect("a cursor");
    let next = format!("/api/admin/testimonies?status=pending&cursor={cursor}");
    staff.get(&next).await;
    staff.get("/api/admin/testimonies/counts").await;
    staff.get("/api/admin/testimonies?status=pending&only=mine").await;
    let listed = json!({ "status": "pending", "listed": testimonies });
    staff.post("/api/admin/testimonies/changes", &listed).await;
    staff.get("/api/admin/testimonies/spam").await;
    staff
        .post(
            &format!("/api/admin/testimonies/{changed}/reading"),
            &json!({ "isOpen": true }),
        )
        .await;
    let change = json!({ "redactedText": WORDS, "internalNote": WORDS, "topics": [] });
    staff.patch(&format!("/api/admin/testimonies/{changed}"), &change).await;
    let original = staff
        .post(&format!("/api/admin/testimonies/{changed}/reveal"), &json!({}))
        .await;
    assert_eq!(original.json()["whatHappened"], WORDS);
    let read = staff.get(&format!("/api/admin/testimonies/{changed}")).await;
    assert_eq!(read.json()["story"]["internalNote"], WORDS);
    let moderate = |id: &str, action: &str| json!({ "testimonyId": id, "action": action, "notes": WORDS, "internalNote": WORDS, "checked": true });
    staff.post("/api/admin/moderate", &moderate(published, "approve")).await;
    // What is published is no guess at spam any more: it stays as it is.
    let spam = json!({ "ids": [published], "notes": WORDS });
    staff.post("/api/admin/testimonies/reject-spam", &spam).await;
    staff.post("/api/admin/moderate", &moderate(declined, "reject")).await;
    let stories = json!({ "stories": [{ "id": together, "version": 0 }] });
    staff.post("/api/admin/testimonies/approve", &stories).await;
    let near = json!({ "near": false, "passage": "Psalm 34:18" });
    guest.post("/api/letters/grief/near", &near).await;
    staff.get("/api/admin/letters").await;
    for call in ["prayed", "report"] {
        guest
            .post(&format!("/api/testimonies/{published}/{call}"), &json!({}))
            .await;
    }
    staff
        .post(&format!("/api/admin/testimonies/{published}/prayed"), &json!({}))
        .await;
    staff.post("/api/admin/moderate", &moderate(published, "keep")).await;
    staff
        .post(&format!("/api/admin/testimonies/{published}/keep-flood"), &json!({}))
        .await;
    staff.post("/api/admin/moderate", &moderate(published, "reopen")).await;
}

/// Prays for the shared prayers. Their author notes the answers.
pub async fn pray(people: &mut People, prayers: &[String]) {
    let shared = people.staff.get("/api/admin/prayers?page=1").await.json();
    assert_eq!(shared["total"], 2, "{shared}");
    for id in prayers {
        people
            .staff
            .post(&format!("/api/admin/prayers/{id}/prayed"), &json!({}))
            .await;
        let note = json!({ "answered": true, "answerNote": WORDS });
        let changed = people.user.patch(&format!("/api/prayers/{id}"), &note).await.json();
        assert_eq!(changed["prayer"]["answerNote"], WORDS);
    }
}

/// Uploads a readable and an unreadable document. A user reads the first.
pub async fn process_documents(people: &mut People) {
    let People { user, staff, .. } = people;
    let unreadable = format!("un{FILE}");
    let empty = pdf_writer::text(&[String::new()]);
    let good = pdf_writer::text(&[format!("{}\n{WORDS}", page_about(1))]);
    staff.upload("/api/admin/uploads", FILE, &good).await;
    staff.upload("/api/admin/uploads", &unreadable, &empty).await;
    staff.read_first_event("/api/admin/uploads/events").await;
    staff.post("/api/admin/uploads/ingest", &json!({})).await;
    until_documents_are_processed(staff).await;
    let retry = format!("/api/admin/uploads/{unreadable}/retry");
    staff.post(&retry, &json!({})).await;
    until_documents_are_processed(staff).await;
    let edit = json!({ "title": format!("A title of {CANARY}"), "author": CANARY });
    staff.patch(&format!("/api/admin/uploads/{FILE}"), &edit).await;
    let preview = staff.get(&format!("/api/admin/uploads/{FILE}/preview")).await;
    assert!(preview.text.contains(CANARY), "{}", preview.text);
    let books = user.get("/api/library").await.json();
    let id = books["books"][0]["id"].as_str().expect("a book");
    user.get(&format!("/api/library/{id}/contents")).await;
    until("the book is found", async || {
        let found = user
            .get(&format!("/api/library/search?q={CANARY}&book={id}"))
            .await
            .json();
        found["passages"] != json!([])
    })
    .await;
    let danger = DANGER.replace(' ', "+");
    let found = user.get(&format!("/api/library/search?q={danger}")).await.json();
    assert_eq!(found["crisis"], true, "{found}");
    let page = user.get(&format!("/api/library/{id}/pages/1")).await;
    assert!(page.text.contains(CANARY), "{}", page.text);
    staff.delete(&format!("/api/admin/uploads/{FILE}")).await;
}

/// Waits until every document is completed or failed.
async fn until_documents_are_processed(staff: &mut Browser) {
    until("every document is read, or cannot be", async || {
        let listed = staff.get("/api/admin/uploads").await.json();
        let files = listed["files"].as_array().expect("files");
        let is_settled = |status: &str| ["completed", "failed"].contains(&status);
        files.len() == 2 && files.iter().all(|file| file["status"].as_str().is_some_and(is_settled))
    })
    .await;
}

/// Retries one dead job and discards another.
pub async fn manage_jobs(staff: &mut Browser, db: &PgPool) {
    let ids = rehearse(db, 2, Rehearsal::Nothing).await;
    until("both are done", async || tally(db).await.finished == 2).await;
    sqlx::query("update job set finished_at = null, dead_at = now(), reason = 'It is rehearsed.' where id = any($1)")
        .bind(&ids)
        .execute(db)
        .await
        .expect("dead");
    staff.get("/api/admin/jobs").await;
    staff
        .post(&format!("/api/admin/jobs/{}/retry", ids[0]), &json!({}))
        .await;
    staff.delete(&format!("/api/admin/jobs/{}", ids[1])).await;
}

/// Finds a user, revokes premium, and blocks and unblocks them.
pub async fn manage_users(people: &mut People, secrets: &mut Secrets) {
    let People { payer, staff, .. } = people;
    let id = payer.get("/api/auth/user").await.json()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let found = staff
        .get("/api/admin/users?query=xqzsurname&page=1&pageSize=20&blocked=false")
        .await
        .json();
    assert_eq!(found["total"], 1, "{found}");
    let account = staff.get(&format!("/api/admin/users/{id}")).await.json();
    assert_eq!(account["user"]["id"], id.as_str(), "{account}");
    staff.post(&format!("/api/admin/users/{id}/stories"), &json!({})).await;
    let overview = staff.get("/api/admin/overview?weeks=12").await.json();
    assert_eq!(overview["weeks"].as_array().map(Vec::len), Some(12), "{overview}");
    let revoke = format!("/api/admin/users/{id}/subscription/revoke");
    staff.post(&revoke, &json!({ "cancelStripe": true })).await;
    let block = format!("/api/admin/users/{id}/block");
    staff.patch(&block, &json!({ "blocked": true })).await;
    assert_eq!(sign_in::by_github(payer, secrets).await, "/api/login/blocked");
    payer.get("/api/login/blocked").await;
    staff.patch(&block, &json!({ "blocked": false })).await;
    assert_eq!(sign_in::by_github(payer, secrets).await, PATH);
}

/// Reads the audit trail with every filter, and verifies it.
pub async fn read_trail(staff: &mut Browser, testimony: &str, name: &str) {
    let filter = format!(
        "actor={}&action=story.approved&subject={testimony}&from=2020-01-01T00:00:00Z&to=2200-01-01T00:00:00Z&cursor=1000000",
        name.replace(' ', "%20")
    );
    let lines = staff.get(&format!("/api/admin/audit?{filter}")).await.json();
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(1), "{lines}");
    let file = staff.get(&format!("/api/admin/audit/export?{filter}")).await;
    assert!(
        file.text.contains("story.approved") && file.text.contains(testimony),
        "{}",
        file.text
    );
    let people = staff.get("/api/admin/audit/people").await.json();
    assert!(people.to_string().contains(name), "{people}");
    let session = staff.get("/api/admin/session").await.json();
    assert_eq!(session["role"], "owner", "{session}");
    let verdict = staff.get("/api/admin/audit/verify").await.json();
    assert_eq!(verdict["sound"], true, "{verdict}");
}
