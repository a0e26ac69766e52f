//! Title, author and contents of books: what readers see, and what staff change.

use serde_json::{Value, json};
use shared::document::{self, Metadata};
use shared::search;
use sqlx::PgPool;
use uuid::Uuid;

use super::app::TestApp;
use super::library::{CHEESE, COMFORT, REST, indexed_document, premium};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn subscribers_see_the_contents_and_every_passage_tells_its_heading(db: PgPool) {
    let app = TestApp::new(db).await;
    let id = indexed_document(&app, "on-worry.pdf", &[COMFORT, CHEESE]).await;
    sqlx::query(
        "insert into document_heading (document_id, page, position, level, title) values ($1, 2, 0, 1, 'Of Cheese')",
    )
    .bind(id)
    .execute(&app.db)
    .await
    .expect("written");
    sqlx::query("update passage set heading = 'Of Cheese' where page = 2")
        .execute(&app.db)
        .await
        .expect("written");
    search::rebuild(&app.ctx).await.expect("indexed");
    let path = format!("/api/library/{id}/contents");
    app.guest().get(&path).await.expect_error(401, "SIGN_IN_REQUIRED");
    app.user().await.get(&path).await.expect_error(403, "PREMIUM_REQUIRED");
    let reader = premium(&app).await;
    let contents = reader.get(&path).await.expect(200);
    assert_eq!(
        contents.json,
        json!({ "headings": [{ "title": "Of Cheese", "level": 1, "page": 2 }] })
    );
    let unknown = format!("/api/library/{}/contents", Uuid::now_v7());
    reader.get(&unknown).await.expect_error(404, "NOT_FOUND");
    for (word, heading) in [("cellars", json!("Of Cheese")), ("birds", Value::Null)] {
        let found = reader.get(&format!("/api/library/search?q={word}")).await.expect(200);
        assert_eq!(found.json["passages"][0]["heading"], heading, "{word}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_changed_title_is_shown_searched_and_quoted_and_outlives_another_reading(db: PgPool) {
    testing::watch_states(&db).await;
    let app = TestApp::new(db).await;
    let id = indexed_document(&app, "scan0017.pdf", &[COMFORT]).await;
    let admin = app.admin().await;
    admin.enqueues(&["index_passages", "ingest_document"]);
    let path = "/api/admin/uploads/scan0017.pdf";
    let change = json!({ "title": " Of\nWorry ", "author": "Anna Lindqvist" });
    let changed = admin.call("PATCH", path, &change).await.expect(200);
    assert_eq!(
        (&changed.json["title"], &changed.json["author"]),
        (&json!("Of Worry"), &json!("Anna Lindqvist"))
    );
    search::index_passages(&app.ctx).await.expect("indexed");
    let reader = premium(&app).await;
    let title = async || {
        let found = reader.get("/api/library/search?q=worry").await.expect(200);
        found.json["passages"][0]["title"].clone()
    };
    assert_eq!(title().await, "Of Worry");
    let books = reader.get("/api/library").await.expect(200).json["books"].clone();
    assert_eq!(
        (&books[0]["title"], &books[0]["author"]),
        (&json!("Of Worry"), &json!("Anna Lindqvist"))
    );
    let ask = json!({ "struggle": "I worry all night and find no peace." });
    let source = app.guest().post("/api/guidance", &ask).await.expect(200).json["sources"][0].clone();
    assert_eq!((&source["title"], &source["bookId"]), (&json!("Of Worry"), &json!(id)));
    admin.call("PATCH", path, &json!({ "author": "" })).await.expect(200);
    let (mut unaudited, _) = testing::unaudited(&app.db).await;
    // What the test changed itself is not looked at.
    unaudited.retain(|change| change.starts_with("document"));
    assert_eq!(unaudited, Vec::<String>::new());
    sqlx::query("update document set status = 'processing', cut_at = null")
        .execute(&app.db)
        .await
        .expect("read again");
    let metadata = Metadata::new(Some("A Title of the File"), Some("A Name of the File"));
    assert!(
        document::store_pages(&app.ctx, id, 1, &metadata, &[])
            .await
            .expect("kept")
    );
    let listed = admin.get("/api/admin/uploads").await.expect(200).json["files"][0].clone();
    assert_eq!(
        (&listed["title"], &listed["author"]),
        (&json!("Of Worry"), &Value::Null)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_title_is_not_empty_and_none_is_too_long(db: PgPool) {
    let app = TestApp::new(db).await;
    indexed_document(&app, "book.pdf", &[COMFORT]).await;
    let admin = app.admin().await;
    let path = "/api/admin/uploads/book.pdf";
    for (wrong, field) in [
        (json!({ "title": "  " }), "title"),
        (json!({ "title": "x".repeat(201) }), "title"),
        (json!({ "author": "x".repeat(201) }), "author"),
    ] {
        let refused = admin
            .call("PATCH", path, &wrong)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert!(refused.json["fields"][field].is_string(), "{}", refused.json);
    }
    let unknown = "/api/admin/uploads/other.pdf";
    admin
        .call("PATCH", unknown, &json!({}))
        .await
        .expect_error(404, "NOT_FOUND");
    admin
        .get(&format!("{unknown}/preview"))
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_see_the_first_pages_as_they_were_read(db: PgPool) {
    let app = TestApp::new(db).await;
    indexed_document(&app, "book.pdf", &["", COMFORT, CHEESE, REST, COMFORT]).await;
    let admin = app.admin().await;
    let preview = admin.get("/api/admin/uploads/book.pdf/preview").await.expect(200);
    let pages = preview.json["pages"].as_array().expect("pages");
    let numbers: Vec<&Value> = pages.iter().map(|page| &page["page"]).collect();
    assert_eq!(
        numbers,
        [&json!(2), &json!(3), &json!(4)],
        "an empty page tells nothing"
    );
    assert!(
        pages[1]["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("Cheese is made"))
    );
    assert_eq!(preview.json["headings"], json!([]));
}
