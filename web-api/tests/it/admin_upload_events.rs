//! The stream of document changes with many readers: its cost, and that no change is missed.

use std::time::Duration;

use serde_json::{Value, json};
use shared::notifications::{self, Notification};
use sqlx::PgPool;
use tokio::time::timeout;
use uuid::Uuid;

use super::app::{Client, Stream, TestApp};

const WATCH: &str = "/api/admin/uploads/events";
const MANY: usize = 20;

/// The web tier with one document. The rows read from its table are counted.
struct Watched {
    app: TestApp,
    admin: Client,
    document: Uuid,
}

impl Watched {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await.leaving(&["ingest_document"]);
        let admin = app.admin().await;
        admin.upload(&[("book.pdf", b"%PDF-1.7\n")]).await.expect(201);
        let document = sqlx::query_scalar("select id from document")
            .fetch_one(&app.db)
            .await
            .expect("there");
        // With one document, a query reads one row.
        sqlx::raw_sql(
            "create sequence asked;
             alter table document rename to stored_document;
             create view document as select * from stored_document where nextval('asked') > 0",
        )
        .execute(&app.db)
        .await
        .expect("counted from now on");
        let watched = Self { app, admin, document };
        watched.until_listening().await;
        watched
    }

    /// Waits until the app receives notifications, so that no stream is told later that it may have missed changes.
    async fn until_listening(&self) {
        let mut received = self.app.ctx.notifications.subscribe();
        let receiving = async { while received.next().await != Notification::Generation {} };
        let announcing = async {
            loop {
                self.announce(&Notification::Generation).await;
            }
        };
        tokio::select! {
            () = receiving => {}
            () = announcing => {}
        }
    }

    async fn announce(&self, notice: &Notification) {
        let mut connection = self.app.db.acquire().await.expect("connected");
        notifications::notify(&mut connection, notice).await.expect("announced");
    }

    /// Sets the number of pages read without a notification.
    async fn read_silently(&self, pages: i32) {
        sqlx::query("update stored_document set pages_read = $1")
            .bind(pages)
            .execute(&self.app.db)
            .await
            .expect("changed");
    }

    async fn read(&self, pages: i32) {
        self.read_silently(pages).await;
        self.announce(&Notification::Document(self.document)).await;
    }

    /// How many times the documents were queried.
    async fn queries(&self) -> i64 {
        self.app
            .count("select case when is_called then last_value else 0 end from asked")
            .await
    }

    /// Opens a stream and reads its snapshot.
    async fn follow(&self) -> (Stream, Value) {
        let mut stream = self.admin.follow(WATCH).await;
        let (name, files) = stream.next().await.expect("told at once");
        assert_eq!(name, "files");
        (stream, files)
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_change_costs_one_query_for_any_number_of_streams(db: PgPool) {
    let watched = Watched::new(db).await;
    let mut streams = Vec::new();
    for _ in 0..MANY {
        streams.push(watched.follow().await.0);
    }
    assert_eq!(watched.queries().await, 1, "asked when the first came");
    for pages in 1..=3 {
        watched.read(pages).await;
        for stream in &mut streams {
            stream.until("file", |file| file["pagesRead"] == pages).await;
        }
        assert_eq!(watched.queries().await, 1 + i64::from(pages));
    }
    let (_, files) = watched.follow().await;
    assert_eq!(
        files["files"][0]["pagesRead"], 3,
        "a late reader gets the current state at once"
    );
    assert_eq!(watched.queries().await, 4, "without another question");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_slow_reader_delays_nobody_and_gets_the_final_state(db: PgPool) {
    let watched = Watched::new(db).await;
    let (mut quick, _) = watched.follow().await;
    let (mut slow, _) = watched.follow().await;
    for pages in 1..=18 {
        watched.read(pages).await;
        quick.until("file", |file| file["pagesRead"] == pages).await;
    }
    let (mut later, _) = watched.follow().await;
    let (name, files) = slow.next().await.expect("it goes on");
    assert_eq!(
        (name.as_str(), &files["files"][0]["pagesRead"]),
        ("files", &Value::from(18)),
        "it was too far behind to be told one by one"
    );
    for pages in 19..=20 {
        watched.read(pages).await;
        quick.until("file", |file| file["pagesRead"] == pages).await;
    }
    for pages in 19..=20 {
        let (name, file) = later.next().await.expect("it goes on");
        assert_eq!((name.as_str(), &file["pagesRead"]), ("file", &Value::from(pages)));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_open_streams_nothing_is_queried(db: PgPool) {
    let watched = Watched::new(db).await;
    watched.follow().await;
    // A new stream must query again once the reader has noticed that no stream was left.
    loop {
        let before = watched.queries().await;
        watched.follow().await;
        if watched.queries().await > before {
            break;
        }
    }
    watched.read(7).await;
    loop {
        let (_, files) = watched.follow().await;
        if files["files"][0]["pagesRead"] == 7 {
            break;
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn changes_missed_while_not_listening_are_sent_afterwards(db: PgPool) {
    let watched = Watched::new(db).await;
    let mut streams = [watched.follow().await.0, watched.follow().await.0];
    watched.read_silently(7).await;
    sqlx::query(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()",
    )
    .execute(&watched.app.db)
    .await
    .expect("ended");
    for stream in &mut streams {
        stream.until("files", |all| all["files"][0]["pagesRead"] == 7).await;
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stream_ends_with_the_session_that_opened_it(db: PgPool) {
    let mut ctx = testing::ctx(db);
    ctx.timeouts.session_recheck = Duration::from_millis(10);
    let app = TestApp::from_ctx(ctx).await;
    let (admin, user) = (app.admin().await, app.user().await);
    for (client, path, leave) in [
        (admin, WATCH, "/api/admin/logout"),
        (user, "/api/subscription/events", "/api/logout"),
    ] {
        let mut stream = client.follow(path).await;
        stream.next().await.expect("it begins");
        client.post(leave, &json!({})).await.expect(204);
        let ends = async { while stream.next().await.is_some() {} };
        timeout(Duration::from_secs(30), ends).await.expect(path);
    }
}
