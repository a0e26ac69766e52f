//! The library: titles for signed-in users, documents for premium, and sources for guidance.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use shared::content::Content;
use shared::ctx::Ctx;
use shared::document::{self, Metadata, Page};
use shared::search::{self, QuoteQuery, Search};
use sqlx::PgPool;
use testing::built_content;
use uuid::Uuid;

use super::app::{Client, TestApp};

pub const COMFORT: &str = "Cast all your worry on God, for he cares for you. When anxious thoughts keep you awake at night \
    and worry will not let you rest, bring them to him in prayer, one by one. Anxiety grows in the dark; peace comes \
    when a worried heart is poured out before God. Nobody ever added an hour to life by worry. He who feeds the birds \
    will not forget his children, and the peace of God guards the mind that prays.";
pub const REST: &str = "At night the anxious mind counts its worries like a watchman who may not go home. Lay your head on \
    the pillow and give the watch to God, who neither slumbers nor sleeps. Tell him each fear by its name. Worry about \
    tomorrow adds nothing to tomorrow; it only takes tonight's peace. You may rest, because somebody else is awake.";
pub const CHEESE: &str = "Cheese is made of milk, which is warmed slowly and stirred. After an hour the rennet is added \
    and the curd is cut into small cubes. The whey is drained, the curd is pressed into moulds, and the young cheese \
    is salted, turned and washed every second day. In a cool cellar it ripens for some months until its rind is firm \
    and its taste is round. Good cellars smell of hay and of stone.";

/// A document of these pages, read and indexed as a worker would.
pub async fn indexed_document(app: &TestApp, name: &str, pages: &[&str]) -> Uuid {
    let admin = app.admin().await;
    admin.enqueues(&["index_passages", "ingest_document"]);
    let file = format!("%PDF-1.7\n{name}{pages:?}");
    admin.upload(&[(name, file.as_bytes())]).await.expect(201);
    let id = sqlx::query_scalar("select id from document where name = $1")
        .bind(name)
        .fetch_one(&app.db)
        .await
        .expect("there");
    document::begin(&app.ctx, id).await.expect("begun");
    let pages: Vec<Page> = (1..)
        .zip(pages)
        .map(|(number, lines)| Page {
            number,
            lines: (*lines).to_owned(),
            headings: Vec::new(),
        })
        .collect();
    let of = i32::try_from(pages.len()).expect("few");
    document::store_pages(&app.ctx, id, of, &Metadata::default(), &pages)
        .await
        .expect("stored");
    document::chunk(&app.ctx, id).await.expect("cut");
    search::index_passages(&app.ctx).await.expect("indexed");
    id
}

pub async fn premium(app: &TestApp) -> Client {
    let client = app.user().await;
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 month' where id = $1")
        .bind(client.user.expect("signed in").0)
        .execute(&app.db)
        .await
        .expect("granted");
    client
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signed_in_users_see_titles_and_premium_opens_the_documents(db: PgPool) {
    let app = TestApp::new(db).await;
    let id = indexed_document(&app, "on-worry.pdf", &[COMFORT, CHEESE]).await;
    app.guest()
        .get("/api/library")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    let books = json!([{ "id": id, "title": "On worry", "author": null, "pages": 2 }]);
    let free = app.user().await;
    assert_eq!(
        free.get("/api/library").await.expect(200).json,
        json!({ "books": books, "premium": false })
    );
    let page = format!("/api/library/{id}/pages/1");
    for path in ["/api/library/search?q=worry", &page] {
        free.get(path).await.expect_error(403, "PREMIUM_REQUIRED");
        app.guest().get(path).await.expect_error(401, "SIGN_IN_REQUIRED");
    }
    let reader = premium(&app).await;
    assert_eq!(reader.get("/api/library").await.expect(200).json["premium"], true);
    let read = reader.get(&page).await.expect(200);
    assert_eq!((&read.json["book"], &read.json["page"]), (&books[0], &json!(1)));
    assert_eq!(
        read.json["text"],
        COMFORT.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    for path in [
        format!("/api/library/{id}/pages/3"),
        format!("/api/library/{}/pages/1", Uuid::now_v7()),
    ] {
        reader.get(&path).await.expect_error(404, "NOT_FOUND");
    }
    for path in [
        format!("/api/library/{id}/pages/0"),
        format!("/api/library/{id}/pages/1e9"),
    ] {
        reader.get(&path).await.expect_error(404, "NOT_FOUND");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn words_are_found_with_their_page_and_highlighted(db: PgPool) {
    let app = TestApp::new(db).await;
    let worry = indexed_document(&app, "on-worry.pdf", &[COMFORT]).await;
    let cheese = indexed_document(&app, "on-cheese.pdf", &["A short page of nothing much.", CHEESE]).await;
    let reader = premium(&app).await;
    let found = reader.get("/api/library/search?q=cellars").await.expect(200);
    let passage = &found.json["passages"][0];
    assert_eq!(
        (&passage["bookId"], &passage["title"]),
        (&json!(cheese), &json!("On cheese"))
    );
    let snippet: Vec<u16> = passage["snippet"].as_str().expect("text").encode_utf16().collect();
    let marks: Vec<[usize; 2]> = serde_json::from_value(passage["marks"].clone()).expect("marks");
    assert!(!marks.is_empty());
    for [from, to] in marks {
        let word = String::from_utf16(&snippet[from..to]).expect("whole letters");
        assert!(word.to_lowercase().starts_with("cellar"), "{word}");
    }
    let nothing = json!({ "crisis": false, "resources": null, "passages": [] });
    let in_other = format!("/api/library/search?q=cellars&book={worry}");
    assert_eq!(reader.get(&in_other).await.expect(200).json, nothing);
    for odd in ["", "%25_%5C", "%22", "body:x", "%00", "zebra", &"x".repeat(200)] {
        let found = reader.get(&format!("/api/library/search?q={odd}")).await.expect(200);
        assert_eq!(found.json, nothing, "{odd}");
    }
    let too_long = format!("/api/library/search?q={}", "x".repeat(201));
    reader.get(&too_long).await.expect_error(422, "INVALID_FIELDS");
    reader
        .get("/api/library/search?q=a&book=b")
        .await
        .expect_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guidance_names_sources_that_fit_and_none_that_do_not(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let ask = json!({ "struggle": "I worry all night and find no peace." });
    let before = guest.post("/api/guidance", &ask).await.expect(200);
    assert_eq!(before.json["sources"], json!([]), "without an index guidance goes on");
    indexed_document(&app, "on-worry.pdf", &[COMFORT]).await;
    indexed_document(&app, "on-cheese.pdf", &[CHEESE]).await;
    let answer = guest.post("/api/guidance", &ask).await.expect(200);
    let sources = answer.json["sources"].as_array().expect("sources");
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert_eq!(
        (&sources[0]["title"], &sources[0]["page"]),
        (&json!("On worry"), &json!(1))
    );
    assert!(!sources[0]["marks"].as_array().expect("marks").is_empty());
    let other = json!({ "struggle": "My husband had an affair and I cannot forgive him." });
    let answer = guest.post("/api/guidance", &other).await.expect(200);
    assert_eq!(
        answer.json["sources"],
        Value::Array(Vec::new()),
        "nothing is better than something poor"
    );
    let tapped = json!({ "topicId": "anxiety" });
    let answer = app.guest().post("/api/guidance", &tapped).await.expect(200);
    assert_eq!(answer.json["sources"][0]["title"], "On worry");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guidance_quotes_two_passages_at_most_and_no_adjacent_ones(db: PgPool) {
    let app = TestApp::new(db).await;
    let again = COMFORT.replace("Cast", "So cast");
    indexed_document(&app, "on-worry.pdf", &[COMFORT, &again]).await;
    indexed_document(&app, "the-same-again.pdf", &[COMFORT]).await;
    for name in ["on-rest.pdf", "on-sleep.pdf"] {
        indexed_document(&app, name, &[REST]).await;
    }
    let ask = json!({ "struggle": "I worry all night and find no peace." });
    let answer = app.guest().post("/api/guidance", &ask).await.expect(200);
    let sources = answer.json["sources"].as_array().expect("sources");
    let words: HashSet<&str> = sources.iter().filter_map(|source| source["snippet"].as_str()).collect();
    assert_eq!((sources.len(), words.len()), (2, 2), "{sources:?}");
    let of_rest = words.iter().filter(|words| words.contains("pillow")).count();
    assert_eq!(of_rest, 1, "one of each, not the same from two books: {sources:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn frightening_or_scolding_passages_are_found_but_never_quoted(db: PgPool) {
    let app = TestApp::new(db).await;
    let scolding = format!("{COMFORT} But the wretched man who will not trust tastes his wrath.");
    let alarming = format!("{COMFORT} Some write: I want to end my life tonight.");
    indexed_document(&app, "on-threats.pdf", &[&scolding]).await;
    indexed_document(&app, "on-despair.pdf", &[&alarming]).await;
    let ask = json!({ "struggle": "I worry all night and find no peace." });
    let answer = app.guest().post("/api/guidance", &ask).await.expect(200);
    assert_eq!(answer.json["sources"], json!([]));
    let reader = premium(&app).await;
    let found = reader.get("/api/library/search?q=worry").await.expect(200);
    assert_eq!(found.json["passages"].as_array().map(Vec::len), Some(2));
}

/// The quotes for a worried caller from a process that starts with changed word lists.
async fn quoted_with(app: &TestApp, change: impl FnOnce(&mut Content)) -> Vec<String> {
    let mut content = Content::load(&built_content()).expect("content");
    change(&mut content);
    let started_anew = Ctx {
        content: Arc::new(content),
        search: Search::default(),
        ..app.ctx.clone()
    };
    search::index_passages(&started_anew).await.expect("opened");
    assert_eq!(started_anew.search.generation(), app.ctx.search.generation());
    let words = "I worry all night and find no peace.";
    let query = QuoteQuery {
        words,
        embedding: &app.ctx.care.vectors.embed(words),
        topic: app.ctx.content.english.topic("anxiety").expect("a topic"),
    };
    let quoted = started_anew.search.quotes(query).into_iter();
    quoted.map(|found| found.snippet.text).collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn changed_word_lists_apply_without_reindexing(db: PgPool) {
    let app = TestApp::new(db).await;
    indexed_document(&app, "on-worry.pdf", &[COMFORT]).await;
    let quoted = quoted_with(&app, |_| {}).await;
    assert_eq!(quoted.len(), 1);
    let hard = quoted_with(&app, |content| content.hard_words.push("anxiety".to_owned())).await;
    assert!(hard.is_empty(), "it holds a hard word now");
    let by_kind_word = async |word: &str| quoted_with(&app, |content| content.kind_words = vec![word.to_owned()]).await;
    assert!(by_kind_word("zebra").await.is_empty(), "it holds no kind word any more");
    let (shown, left_out) = ("cares", "children");
    assert!(quoted[0].contains(shown) && !quoted[0].contains(left_out), "{quoted:?}");
    assert_eq!(by_kind_word(shown).await, quoted);
    assert!(by_kind_word(left_out).await.is_empty(), "its kind word is not shown");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_index_of_an_older_version_is_rebuilt(db: PgPool) {
    let before = TestApp::new(db.clone()).await;
    indexed_document(&before, "on-worry.pdf", &[COMFORT]).await;
    sqlx::query("update search_generation set schema_version = schema_version - 1")
        .execute(&db)
        .await
        .expect("aged");
    let app = TestApp::new(db.clone())
        .await
        .leaving(&["index_passages", "ingest_document"]);
    let asked_for = "select count(*) from job where schedule_key like 'outdated_generation %'";
    while sqlx::query_scalar::<_, i64>(asked_for)
        .fetch_one(&db)
        .await
        .expect("counted")
        == 0
    {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        app.ctx.search.generation(),
        None,
        "what it cannot read it does not open"
    );
    search::index_passages(&app.ctx).await.expect("indexed");
    let reader = premium(&app).await;
    let found = reader.get("/api/library/search?q=worry").await.expect(200);
    assert_eq!(found.json["passages"].as_array().map(Vec::len), Some(1));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_that_is_deleted_is_no_longer_found_or_read(db: PgPool) {
    let app = TestApp::new(db).await;
    let id = indexed_document(&app, "on-worry.pdf", &[COMFORT]).await;
    let reader = premium(&app).await;
    app.admin()
        .await
        .call("DELETE", "/api/admin/uploads/on-worry.pdf", &Value::Null)
        .await
        .expect(204);
    reader
        .get(&format!("/api/library/{id}/pages/1"))
        .await
        .expect_error(404, "NOT_FOUND");
    search::index_passages(&app.ctx).await.expect("indexed");
    let found = reader.get("/api/library/search?q=worry").await.expect(200);
    assert_eq!(
        found.json,
        json!({ "crisis": false, "resources": null, "passages": [] })
    );
}
