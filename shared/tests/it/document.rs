//! Documents whose commit fails, and documents that two workers read.

use shared::ctx::Ctx;
use shared::document::{self, Failure, FileName, Incoming, Metadata, Page};
use shared::error::Result;
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
        headings: Vec::new(),
    };
    document::store_pages(ctx, id, 1, &Metadata::default(), &[page])
        .await
        .expect("stored");
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_file_is_deleted_when_its_row_is_rejected(db: PgPool) {
    refuse_rows(&db, "immediate").await;
    let ctx = testing::ctx(db);
    upload(&ctx, "book.pdf").await.expect_err("refused");
    assert_eq!(ctx.storage.list("documents").await.expect("listed"), []);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_do_not_wait_for_the_disk_and_passages_do(db: PgPool) {
    sqlx::raw_sql(
        "create table waited (what text, for_disk text);
         create function note_wait() returns trigger language plpgsql as $$ begin
             insert into waited select tg_argv[0], current_setting('synchronous_commit');
             return null;
         end $$;
         create trigger note_begin after update of status on document execute function note_wait('begin');
         create trigger note_title after update of title on document execute function note_wait('title');
         create trigger note_page after insert on document_page execute function note_wait('page');
         create trigger note_end after update of cut_at on document execute function note_wait('end');
         create trigger note_passage after insert on passage execute function note_wait('passage');",
    )
    .execute(&db)
    .await
    .expect("noted");
    // Of the servers for tests no commit waits.
    let as_deployed = db
        .connect_options()
        .as_ref()
        .clone()
        .options([("synchronous_commit", "on")]);
    let db = sqlx::PgPool::connect_with(as_deployed).await.expect("connected");
    let ctx = testing::ctx(db.clone());
    let id = upload(&ctx, "book.pdf").await.expect("accepted");
    document::begin(&ctx, id).await.expect("begun");
    let metadata = Metadata::new(Some("The Keeper of the Lighthouse"), None);
    let page = Page {
        number: 1,
        lines: "Be still, and know that I am God.".to_owned(),
        headings: Vec::new(),
    };
    document::store_pages(&ctx, id, 1, &metadata, &[page])
        .await
        .expect("stored");
    document::chunk(&ctx, id).await.expect("chunked");
    let waited: Vec<(String, String)> = sqlx::query_as("select distinct what, for_disk from waited order by 1, 2")
        .fetch_all(&db)
        .await
        .expect("readable");
    let waited: Vec<(&str, &str)> = waited.iter().map(|(what, how)| (what.as_str(), how.as_str())).collect();
    let expected = [
        ("begin", "off"),
        ("end", "on"),
        ("page", "off"),
        ("passage", "on"),
        ("title", "off"),
    ];
    assert_eq!(waited, expected);
}

/// The memory of this process in bytes: now, and at most.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").expect("readable");
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("told");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    };
    (of("VmRSS:"), of("VmHWM:"))
}

/// Ten pages of 2 MB without the end of a sentence: the file would have some KB.
#[cfg(target_os = "linux")]
#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn huge_pages_are_chunked_a_few_at_a_time(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let id = upload(&ctx, "huge.pdf").await.expect("accepted");
    document::begin(&ctx, id).await.expect("begun");
    sqlx::query(
        "insert into document_page (document_id, number, lines)
         select $1, number, repeat(E'and he went on along the river and over the hills of the land\n', 30000)
         from generate_series(1, 10) as number",
    )
    .bind(id)
    .execute(&db)
    .await
    .expect("stored");
    let (before, _) = memory();
    document::chunk(&ctx, id).await.expect("cut");
    let (_, most) = memory();
    let grown = most.saturating_sub(before);
    assert!(grown < 32 * 1024 * 1024, "it took {grown} bytes");
}
