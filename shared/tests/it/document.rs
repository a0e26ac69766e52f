//! Documents whose commit fails, and documents that two workers read.

use shared::ctx::Ctx;
use shared::document::{self, Failure, FileName, Incoming, Page};
use shared::error::Result;
use shared::testing;
use sqlx::PgPool;
use uuid::Uuid;

/// Uploads a file, as staff do.
pub async fn upload(ctx: &Ctx, name: &str) -> Result<Uuid> {
    let mut incoming = Incoming::new(ctx, FileName::parse(name).expect("a name"));
    incoming.write(b"%PDF-1.7 ").await.expect("taken");
    incoming.write(name.as_bytes()).await.expect("taken");
    let received = incoming.finish().await.expect("a PDF");
    document::accept(ctx, &testing::staff("Ruth"), vec![received]).await?;
    let id = sqlx::query_scalar("select id from document where name = $1")
        .bind(name)
        .fetch_one(&ctx.db)
        .await
        .expect("there");
    Ok(id)
}

/// Reads a document of one page and chunks it, as a worker does.
pub async fn read(ctx: &Ctx, id: Uuid, words: &str) {
    document::begin(ctx, id).await.expect("begun");
    let page = Page {
        number: 1,
        lines: words.to_owned(),
    };
    document::store_pages(ctx, id, 1, &[page]).await.expect("stored");
    document::chunk(ctx, id).await.expect("cut");
}

/// Makes inserts of documents fail, either at once or at commit.
async fn refuse_rows(db: &PgPool, when: &str) {
    let refusal = format!(
        "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create constraint trigger refused after insert on document deferrable initially {when}
             for each row execute function refuse()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(refusal))
        .execute(db)
        .await
        .expect("refused");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_file_is_deleted_when_its_row_is_rejected(db: PgPool) {
    refuse_rows(&db, "immediate").await;
    let ctx = testing::ctx(db);
    upload(&ctx, "book.pdf").await.expect_err("refused");
    assert_eq!(ctx.storage.list("documents").await.expect("listed"), []);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_file_whose_commit_has_no_known_outcome_is_left_to_cleanup(db: PgPool) {
    refuse_rows(&db, "deferred").await;
    let ctx = testing::ctx(db);
    upload(&ctx, "book.pdf").await.expect_err("refused");
    let files = ctx.storage.list("documents").await.expect("listed");
    assert_eq!(files.len(), 1, "its row may be there");
    let later = files[0].written_at + time::Duration::hours(7);
    assert_eq!(document::cleanup(&ctx, later).await.expect("kept"), 1);
    assert_eq!(ctx.storage.list("documents").await.expect("listed"), []);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_late_reader_cannot_fail_a_chunked_document(db: PgPool) {
    let ctx = testing::ctx(db);
    let id = upload(&ctx, "book.pdf").await.expect("accepted");
    read(&ctx, id, "Be still, and know that I am God.").await;
    document::fail(&ctx, id, Failure::TookTooLong).await.expect("ended");
    let there = document::find_many(&ctx.db, &[id]).await.expect("readable");
    assert_eq!(
        (there[0].status, &there[0].reason),
        (document::Status::Processing, &None)
    );
}
