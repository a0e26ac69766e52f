//! The index writer: its lock, and failures while it writes.

use std::time::Duration;

use bytes::Bytes;
use shared::ctx::Ctx;
use shared::error::Error;
use shared::search::{self, Query};
use shared::storage::Storage;
use sqlx::PgPool;
use uuid::Uuid;

use super::document::{read, upload};

const TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of passages that contain a word.
fn found(ctx: &Ctx, word: &str) -> usize {
    let query = Query::parse(word, None).expect("a query");
    ctx.search.find(&query).expect("readable").len()
}

async fn status(ctx: &Ctx, id: Uuid) -> String {
    sqlx::query_scalar("select status from document where id = $1")
        .bind(id)
        .fetch_one(&ctx.db)
        .await
        .expect("there")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn waiting_for_a_stuck_index_lock_times_out(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let id = upload(&ctx, "book.pdf").await.expect("accepted");
    read(&ctx, id, "Be still, and know that I am God.").await;
    let mut vanished = db.acquire().await.expect("connected");
    vanished.close_on_drop();
    sqlx::query("select pg_advisory_lock(hashtext('search index'))")
        .execute(&mut *vanished)
        .await
        .expect("locked");
    let published = tokio::time::timeout(TIMEOUT, search::index_passages(&ctx)).await;
    let refused = published.expect("it gives up before long");
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    vanished.close().await.expect("closed");
    search::index_passages(&ctx).await.expect("published");
    assert_eq!(status(&ctx, id).await, "completed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_writer_overtaken_by_another_does_not_publish(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let id = upload(&ctx, "book.pdf").await.expect("accepted");
    read(&ctx, id, "Be still, and know that I am God.").await;
    let mut another = db.begin().await.expect("begun");
    sqlx::query("insert into search_generation (schema_version, manifest, documents) values (0, '{\"meta\": \"\", \"files\": []}', '{}')")
        .execute(&mut *another)
        .await
        .expect("written");
    let (published, ()) = tokio::join!(search::index_passages(&ctx), async {
        while ctx.storage.list("search").await.expect("listed").is_empty() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        another.commit().await.expect("published");
    });
    assert!(matches!(published, Err(Error::Unavailable(_))), "{published:?}");
    assert_eq!(status(&ctx, id).await, "processing");
    search::index_passages(&ctx).await.expect("published");
    assert_eq!(status(&ctx, id).await, "completed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_word_is_found_whether_its_accents_are_joined_or_apart(db: PgPool) {
    let ctx = testing::ctx(db);
    let id = upload(&ctx, "salmos.pdf").await.expect("accepted");
    read(&ctx, id, "El Sen\u{303}or es mi luz y mi salvacio\u{301}n.").await;
    search::index_passages(&ctx).await.expect("published");
    for word in ["Señor", "Sen\u{303}or", "salvación", "salvacio\u{301}n", "salvacion"] {
        assert_eq!(found(&ctx, word), 1, "{word}");
    }
    assert_eq!(found(&ctx, "sen"), 0, "a part of a word");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_that_is_read_again_is_reindexed(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let id = upload(&ctx, "book.pdf").await.expect("accepted");
    read(&ctx, id, "The sparrow has found a house for herself.").await;
    search::index_passages(&ctx).await.expect("published");
    assert_eq!((found(&ctx, "sparrow"), found(&ctx, "swallow")), (1, 0));
    sqlx::query("update document set status = 'pending', cut_at = null, completed_at = null, pages_read = 0")
        .execute(&db)
        .await
        .expect("to be read again");
    read(&ctx, id, "The swallow has found a nest for herself.").await;
    search::index_passages(&ctx).await.expect("published");
    assert_eq!((found(&ctx, "sparrow"), found(&ctx, "swallow")), (0, 1));
    assert_eq!(status(&ctx, id).await, "completed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn old_unfinished_index_files_of_a_killed_worker_are_deleted(db: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [("STORAGE_URL", folder.path().to_str().expect("a path of letters"))];
    let mut ctx = testing::ctx_with(db, &settings);
    ctx.storage = Storage::open(&ctx.config.documents).expect("it can be opened");
    let mut killed = ctx.storage.begin("search/killed").await.expect("begun");
    killed.write(b"a segment").await.expect("taken");
    std::mem::forget(killed);
    ctx.storage
        .put("search/abandoned", Bytes::from_static(b"another"))
        .await
        .expect("taken");
    let written_at = ctx.storage.list("search").await.expect("listed")[0].written_at;
    for (hours, expected) in [(0, 0), (2, 2), (2, 0)] {
        let now = written_at + time::Duration::hours(hours);
        assert_eq!(search::cleanup(&ctx, now).await.expect("kept"), expected);
    }
    let left = std::fs::read_dir(folder.path().join("search")).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn documents_that_follow_each_other_are_indexed_together(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let delays = async || -> Vec<bool> {
        sqlx::query_scalar("select run_at > now() from job where kind = 'index_passages' order by id")
            .fetch_all(&db)
            .await
            .expect("readable")
    };
    let mut books = Vec::new();
    for name in ["one.pdf", "two.pdf", "three.pdf"] {
        books.push(upload(&ctx, name).await.expect("accepted"));
    }
    read(&ctx, books[0], "The sparrow has found a house for herself.").await;
    read(&ctx, books[1], "The swallow has found a nest for herself.").await;
    assert_eq!(delays().await, [true], "one job for both, and it waits for the third");
    read(&ctx, books[2], "The heron stands and waits beside the river.").await;
    assert_eq!(delays().await, [true, false], "nothing follows the third");
    search::index_passages(&ctx).await.expect("published");
    assert_eq!(["sparrow", "swallow", "heron"].map(|word| found(&ctx, word)), [1; 3]);
}
