//! Staff upload documents, watch them, retry and delete them.

use std::time::Duration;

use axum::body::Body;
use futures::FutureExt as _;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use shared::document::{self, Failure, Metadata};
use shared::jobs;
use sqlx::PgPool;
use tower::ServiceExt as _;
use uuid::Uuid;

use super::app::TestApp;

pub const PDF: &[u8] = b"%PDF-1.7\nnothing more";

pub fn pdf(words: &str) -> Vec<u8> {
    format!("%PDF-1.7\n{words}").into_bytes()
}

pub async fn stored(app: &TestApp) -> usize {
    app.ctx.storage.list("documents").await.expect("listed").len()
}

async fn id_of(app: &TestApp, name: &str) -> Uuid {
    sqlx::query_scalar("select id from document where name = $1")
        .bind(name)
        .fetch_one(&app.db)
        .await
        .expect("there")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn uploaded_files_are_stored_listed_and_enqueued(db: PgPool) {
    testing::watch_states(&db).await;
    let app = TestApp::new(db).await.leaving(&["ingest_document"]);
    let admin = app.admin().await;
    assert_eq!(
        admin.get("/api/admin/uploads").await.expect(200).json,
        json!({ "files": [] })
    );
    let large = pdf(&"x".repeat(12 * 1024 * 1024));
    let answer = admin.upload(&[("one.pdf", PDF), ("Two.PDF", &large)]).await.expect(201);
    assert_eq!(
        answer.json,
        json!({ "files": [
            { "name": "one.pdf", "status": "pending", "unchanged": false },
            { "name": "Two.pdf", "status": "pending", "unchanged": false },
        ]})
    );
    let list = admin.get("/api/admin/uploads").await.expect(200);
    let newest = &list.json["files"][0];
    assert_eq!(
        (
            &newest["name"],
            &newest["size"],
            &newest["pages"],
            &newest["pagesRead"],
            &newest["reason"]
        ),
        (
            &json!("Two.pdf"),
            &json!(large.len()),
            &Value::Null,
            &json!(0),
            &Value::Null
        )
    );
    assert_eq!(newest["path"], "/api/admin/uploads/Two.pdf");
    assert_eq!(stored(&app).await, 2);
    let jobs = "select count(*) from job where kind = 'ingest_document' and lane = 'bulk'";
    assert_eq!(app.count(jobs).await, 2, "accepted jobs are enqueued once");
    for _ in 0..2 {
        let queued = admin
            .call("POST", "/api/admin/uploads/ingest", &Value::Null)
            .await
            .expect(202);
        assert_eq!(queued.json, json!({ "queued": 2 }));
    }
    assert_eq!(app.count(jobs).await, 2);
    assert_eq!(testing::unaudited(&app.db).await, (Vec::new(), 2));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_same_content_is_not_stored_twice_and_the_same_name_is_numbered(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["ingest_document"]);
    let admin = app.admin().await;
    admin.upload(&[("book.pdf", PDF)]).await.expect(201);
    let again = admin.upload(&[("copy.pdf", PDF)]).await.expect(201);
    assert_eq!(
        again.json["files"][0],
        json!({ "name": "book.pdf", "status": "pending", "unchanged": true })
    );
    let other = admin.upload(&[("book.pdf", &pdf("other"))]).await.expect(201);
    assert_eq!(other.json["files"][0]["name"], "book (2).pdf");
    assert_eq!(
        (stored(&app).await, app.count("select count(*) from document").await),
        (2, 2)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn names_are_data_and_never_paths(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["index_passages", "ingest_document"]);
    let admin = app.admin().await;
    for (sent, kept) in [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("a%b c's ? #.pdf", "a%b c's ? #.pdf"),
        ("tfel\u{202e}fdp.pdf", "tfelfdp.pdf"),
        ("愛 und Hoffnung.pdf", "愛 und Hoffnung.pdf"),
    ] {
        let answer = admin.upload(&[(sent, &pdf(sent))]).await.expect(201);
        assert_eq!(answer.json["files"][0]["name"], kept);
        let list = admin.get("/api/admin/uploads").await.expect(200);
        let path = list.json["files"][0]["path"].as_str().expect("a path").to_owned();
        admin.call("DELETE", &path, &Value::Null).await.expect(204);
    }
    assert_eq!(stored(&app).await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_failed_documents_are_retried(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["ingest_document"]);
    let admin = app.admin().await;
    admin.upload(&[("book.pdf", PDF)]).await.expect(201);
    let path = "/api/admin/uploads/book.pdf/retry";
    admin
        .call("POST", path, &Value::Null)
        .await
        .expect_error(409, "INVALID_TRANSITION");
    let id = id_of(&app, "book.pdf").await;
    document::begin(&app.ctx, id).await.expect("begun");
    document::fail(&app.ctx, id, Failure::Damaged).await.expect("failed");
    let list = admin.get("/api/admin/uploads").await.expect(200);
    let failed = &list.json["files"][0];
    assert_eq!(
        (&failed["reason"], &failed["retryHelps"]),
        (&json!("This file is damaged."), &json!(false))
    );
    assert!(document::retry_helps(Failure::StorageAway.reason()));
    admin.call("POST", path, &Value::Null).await.expect(202);
    admin
        .call("POST", path, &Value::Null)
        .await
        .expect_error(409, "INVALID_TRANSITION");
    for unknown in ["/api/admin/uploads/other.pdf", "/api/admin/uploads/%00.pdf"] {
        admin
            .call("POST", &format!("{unknown}/retry"), &Value::Null)
            .await
            .expect_error(404, "NOT_FOUND");
        admin
            .call("DELETE", unknown, &Value::Null)
            .await
            .expect_error(404, "NOT_FOUND");
    }
    let trail = admin.get(&format!("/api/admin/audit?subject={id}")).await.expect(200);
    let actions: Vec<&Value> = trail.json["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| &line["action"])
        .collect();
    assert_eq!(
        actions,
        [
            "document.retried",
            "document.failed",
            "document.processing",
            "document.uploaded"
        ]
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_can_be_retried_before_its_failed_job_has_ended(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["ingest_document"]);
    let admin = app.admin().await;
    admin.upload(&[("book.pdf", PDF)]).await.expect(201);
    let id = id_of(&app, "book.pdf").await;
    let job = sqlx::query_scalar("select id from job where kind = 'ingest_document'")
        .fetch_one(&app.db)
        .await
        .expect("enqueued");
    let claimed = testing::jobs::claim(&app.db, job).await;
    let lease = claimed.expect("it is due, and nobody holds it").lease;
    document::begin(&app.ctx, id).await.expect("begun");
    document::fail(&app.ctx, id, Failure::Damaged).await.expect("failed");
    admin
        .call("POST", "/api/admin/uploads/book.pdf/retry", &Value::Null)
        .await
        .expect(202);
    jobs::finish(&app.db, &[lease]).await.expect("ended");
    let waiting: i64 =
        sqlx::query_scalar("select count(*) from job where kind = 'ingest_document' and finished_at is null")
            .fetch_one(&app.db)
            .await
            .expect("counted");
    assert_eq!(waiting, 1, "somebody reads it again");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_staff_have_access_to_documents(db: PgPool) {
    let app = TestApp::new(db).await;
    for client in [app.guest(), app.user().await] {
        client
            .upload(&[("a.pdf", PDF)])
            .await
            .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
        client
            .get("/api/admin/uploads")
            .await
            .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
        for path in ["/api/admin/uploads/events", "/api/admin/uploads/a.pdf/preview"] {
            client.get(path).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
        }
        client
            .call("PATCH", "/api/admin/uploads/a.pdf", &json!({ "title": "A" }))
            .await
            .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    }
    assert_eq!(stored(&app).await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn changes_are_streamed_as_they_happen(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["index_passages", "ingest_document"]);
    let admin = app.admin().await;
    admin.upload(&[("book.pdf", PDF)]).await.expect(201);
    let request = admin
        .request("GET", "/api/admin/uploads/events")
        .body(Body::empty())
        .expect("a request");
    let answer = app.router.clone().oneshot(request).boxed().await.expect("answered");
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut events = Events(answer.into_body(), String::new());

    let (name, data) = events.next().await;
    assert_eq!(
        (name.as_str(), &data["files"][0]["status"]),
        ("files", &json!("pending"))
    );
    let id = id_of(&app, "book.pdf").await;
    document::begin(&app.ctx, id).await.expect("begun");
    let processing = events
        .until(|name, data| name == "file" && data["status"] == "processing")
        .await;
    assert_eq!(processing["pagesRead"], 0);
    let page = document::Page {
        number: 1,
        lines: "Be still.".to_owned(),
        headings: Vec::new(),
    };
    document::store_pages(&app.ctx, id, 7, &Metadata::default(), &[page])
        .await
        .expect("stored");
    let read = events
        .until(|name, data| name == "file" && data["pagesRead"] == 1)
        .await;
    assert_eq!(read["pages"], 7);
    admin
        .call("DELETE", "/api/admin/uploads/book.pdf", &Value::Null)
        .await
        .expect(204);
    let removed = events.until(|name, _| name == "removed").await;
    assert_eq!(removed, json!({ "name": "book.pdf" }));
    app.ctx.notifications.close();
    let ended = tokio::time::timeout(Duration::from_mins(1), events.0.frame())
        .await
        .expect("it ends");
    assert!(ended.is_none(), "the stream ends when the process is asked to stop");
}

/// Server-sent events, parsed as a browser does.
struct Events(Body, String);

impl Events {
    async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.1.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let told = field("event:")
                    .zip(field("data:"))
                    .map(|(name, data)| (name.to_owned(), serde_json::from_str(data).expect("JSON")));
                self.1 = String::from(rest);
                if let Some(told) = told {
                    return told;
                }
                continue;
            }
            let bytes = self.0.frame().await.expect("it goes on").expect("bytes");
            self.1
                .push_str(std::str::from_utf8(&bytes.into_data().expect("data")).expect("text"));
        }
    }

    /// Waits for an event of that kind and skips others before it.
    async fn until(&mut self, is_it: impl Fn(&str, &Value) -> bool) -> Value {
        loop {
            let (name, data) = self.next().await;
            if is_it(&name, &data) {
                return data;
            }
            if name == "files" {
                let files = data["files"].as_array().expect("files").clone();
                if let Some(file) = files.into_iter().find(|file| is_it("file", file)) {
                    return file;
                }
            }
        }
    }
}
