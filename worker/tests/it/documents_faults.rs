//! Whatever dies or fails while documents are read, they end up where they belong.

use std::path::PathBuf;
use std::time::Duration;

use shared::search::{self, Query};
use shared::testing::bucket::Bucket;
use shared::{document, testing};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::ledger::end_leases;
use super::library::{Library, page_about};
use super::pdf_writer;
use super::stack::until;

const PAGES: usize = 2500;

fn long() -> Vec<u8> {
    pdf_writer::text(&(1..=PAGES).map(page_about).collect::<Vec<_>>())
}

/// Waits until so many pages of a document are stored.
async fn until_read(library: &Library, id: Uuid, pages: i32) {
    until("enough pages are read", async || {
        library.document(id).await.pages_read >= pages
    })
    .await;
}

/// The document is whole, and every page was stored once.
async fn expect_whole(library: &Library, id: Uuid) {
    let document = library.settled(id).await;
    assert_eq!(
        (document.status.as_str(), document.reason, document.pages_read),
        ("completed", None, 2500)
    );
    let (pages, texts): (i64, i64) =
        sqlx::query_as("select count(*), count(text) from document_page where document_id = $1")
            .bind(id)
            .fetch_one(&library.ctx.db)
            .await
            .expect("counted");
    assert_eq!((pages, texts), (2500, 2500));
}

/// Failures and deaths that were counted for reading.
async fn counted(db: &PgPool) -> (i64, i64) {
    sqlx::query_as("select sum(failures), sum(deaths) from job where kind = 'ingest_document'")
        .fetch_one(db)
        .await
        .expect("counted")
}

/// The processes that read a document for a worker.
pub fn readers_of(worker: u32) -> Vec<u32> {
    let children = std::fs::read_dir(format!("/proc/{worker}/task")).expect("it runs");
    let children = children.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    children
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

/// Sends a signal to a process, and returns whether there was one.
#[must_use]
pub fn send(signal: &str, pid: u32) -> bool {
    let sent = std::process::Command::new("sh")
        .args(["-c", &format!("kill -{signal} {pid}")])
        .status();
    sent.is_ok_and(|status| status.success())
}

#[sqlx::test(migrations = "../migrations")]
async fn a_worker_that_is_killed_leaves_no_child_and_another_goes_on_where_it_was(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.hand_in("long.pdf", &long()).await;
    for at in [1, 1000, 2000] {
        until_read(&library, id, at).await;
        let readers = readers_of(worker.id());
        assert!(!readers.is_empty(), "it is being read");
        worker.kill();
        until("its child is gone", async || {
            readers
                .iter()
                .all(|reader| !std::path::Path::new(&format!("/proc/{reader}")).exists())
        })
        .await;
        // The next one takes over at once and need not wait for the lease.
        end_leases(&db).await;
        let read = library.document(id).await.pages_read;
        assert!(read >= at);
        sqlx::query("update job set deaths = 0 where kind = 'ingest_document'")
            .execute(&db)
            .await
            .expect("forgiven");
        worker = library.worker(&[]);
    }
    expect_whole(&library, id).await;
}

#[sqlx::test(migrations = "../migrations")]
async fn a_child_that_is_killed_is_replaced_and_the_document_is_whole(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.hand_in("long.pdf", &long()).await;
    until_read(&library, id, 300).await;
    let readers = readers_of(worker.id());
    assert_eq!(readers.len(), 1);
    assert!(send("KILL", readers[0]));
    expect_whole(&library, id).await;
    assert_eq!(counted(&db).await, (1, 0));
    assert!(worker.runs());
}

#[sqlx::test(migrations = "../migrations")]
async fn asked_to_stop_a_worker_gives_reading_back_uncounted(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[("SHUTDOWN_GRACE_SECS", "1")]);
    let id = library.hand_in("long.pdf", &long()).await;
    until_read(&library, id, 1).await;
    // However fast the machine, there is reading to give back: the child stands still.
    for reader in readers_of(worker.id()) {
        assert!(send("STOP", reader));
    }
    worker.terminate();
    let status = worker.ended(Duration::from_mins(1)).await;
    assert!(status.success(), "{status}");
    let read = library.document(id).await.pages_read;
    assert!(read < 2500, "it was read to its end before");
    let _another = library.worker(&[]);
    expect_whole(&library, id).await;
    assert_eq!(counted(&db).await, (0, 0));
}

#[sqlx::test(migrations = "../migrations")]
async fn a_document_that_is_deleted_while_it_is_read_is_gone(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.hand_in("long.pdf", &long()).await;
    until_read(&library, id, 200).await;
    let staff = testing::staff("Ruth");
    document::delete(&library.ctx, &staff, "long.pdf")
        .await
        .expect("deleted");
    until("nothing is left to do", async || {
        sqlx::query_scalar("select count(*) = 0 from job where finished_at is null")
            .fetch_one(&db)
            .await
            .expect("counted")
    })
    .await;
    let pages: i64 = sqlx::query_scalar("select count(*) from document_page")
        .fetch_one(&db)
        .await
        .expect("counted");
    assert_eq!((pages, readers_of(worker.id()).len()), (0, 0));
    assert_eq!(counted(&db).await, (0, 0));
    assert!(worker.runs());
}

#[sqlx::test(migrations = "../migrations")]
async fn two_workers_read_many_documents_each_once(db: PgPool) {
    let library = Library::new(&db).await;
    let mut ids = Vec::new();
    for number in 0..12 {
        let pages: Vec<String> = (1..=20).map(|page| page_about(page + number * 100)).collect();
        ids.push(
            library
                .hand_in(&format!("{number}.pdf"), &pdf_writer::text(&pages))
                .await,
        );
    }
    let _one = library.worker(&[]);
    let _two = library.worker(&[]);
    for id in ids {
        assert_eq!(library.settled(id).await.status, "completed");
    }
    assert_eq!(counted(&db).await, (0, 0));
    let newest: i64 =
        sqlx::query_scalar("select cardinality(documents)::bigint from search_generation order by number desc limit 1")
            .fetch_one(&db)
            .await
            .expect("published");
    assert_eq!(newest, 12, "the newest generation has them all");
}

#[sqlx::test(migrations = "../migrations")]
async fn storage_that_fails_is_waited_for(db: PgPool) {
    let library = Library::new(&db).await;
    let id = library.hand_in("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let folder = library.folder.path().join("documents");
    let aside = library.folder.path().join("aside");
    std::fs::rename(&folder, &aside).expect("moved");
    // Whatever is asked for below a file is an error, and not merely missing.
    std::fs::write(&folder, b"in the way").expect("written");
    let _worker = library.worker(&[]);
    until("it has failed once", async || counted(&db).await.0 >= 1).await;
    let waiting = library.document(id).await;
    assert_eq!(
        (waiting.status.as_str(), waiting.waits_for_storage),
        ("processing", true)
    );
    std::fs::remove_file(&folder).expect("removed");
    std::fs::rename(&aside, &folder).expect("moved back");
    let settled = library.settled(id).await;
    assert_eq!(
        (settled.status.as_str(), settled.waits_for_storage),
        ("completed", false)
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn storage_that_does_not_take_the_index_is_waited_for(db: PgPool) {
    let library = Library::new(&db).await;
    let in_the_way = library.folder.path().join("search");
    std::fs::write(&in_the_way, b"in the way").expect("written");
    let id = library.hand_in("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let _worker = library.worker(&[]);
    until("it is said", async || library.document(id).await.waits_for_storage).await;
    std::fs::remove_file(&in_the_way).expect("removed");
    let settled = library.settled(id).await;
    assert_eq!(
        (settled.status.as_str(), settled.waits_for_storage),
        ("completed", false)
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn a_document_whose_job_is_dead_says_whether_it_was_for_storage(db: PgPool) {
    let library = Library::new(&db).await;
    for (waited, reason) in [
        (false, "This took too long to read."),
        (true, "The storage did not answer for more than an hour. Please retry."),
    ] {
        let name = format!("{waited}.pdf");
        let id = library
            .hand_in(&name, &pdf_writer::text(std::slice::from_ref(&name)))
            .await;
        sqlx::query("update job set dead_at = now(), reason = 'It failed.' where kind = 'ingest_document'")
            .execute(&db)
            .await
            .expect("dead");
        document::note_storage(&library.ctx, &[id], waited)
            .await
            .expect("noted");
        assert_eq!(
            document::keep_house(&library.ctx, OffsetDateTime::UNIX_EPOCH)
                .await
                .expect("kept"),
            1
        );
        let failed = library.document(id).await;
        assert_eq!(
            (
                failed.status.as_str(),
                failed.reason.as_deref(),
                failed.waits_for_storage
            ),
            ("failed", Some(reason), false)
        );
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn a_file_that_storage_does_not_have_is_said_to_be_missing(db: PgPool) {
    let library = Library::new(&db).await;
    let id = library.hand_in("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let file = library.folder.path().join("documents").join(format!("{id}.pdf"));
    std::fs::remove_file(file).expect("removed");
    let _worker = library.worker(&[]);
    let document = library.settled(id).await;
    assert_eq!(
        document.reason.as_deref(),
        Some("This file is no longer in storage. Please delete it here and upload it again.")
    );
    assert_eq!(counted(&db).await.0, 0, "no try was wasted");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_worker_without_room_for_a_copy_waits_for_it(db: PgPool) {
    let bucket = Bucket::start().await;
    let library = Library::on_bucket(&db, &bucket).await;
    let room = library.folder.path().join("room");
    // What comes from a bucket is copied to a folder for temporary files; there is none.
    let _worker = library.worker(&[("TMPDIR", room.to_str().expect("a path of letters"))]);
    let id = library.hand_in("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    until("it has failed once", async || counted(&db).await.0 >= 1).await;
    assert_eq!(library.document(id).await.status, "processing");
    std::fs::create_dir(&room).expect("made");
    assert_eq!(library.settled(id).await.status, "completed");
    assert_eq!(
        std::fs::read_dir(&room).expect("there").filter(is_copy).count(),
        0,
        "nothing is left behind"
    );
}

/// Copies of documents have no name; whatever else is in the folder is the index.
fn is_copy(entry: &std::io::Result<std::fs::DirEntry>) -> bool {
    entry.as_ref().is_ok_and(|entry| entry.path().is_file())
}

#[sqlx::test(migrations = "../migrations")]
async fn an_index_that_is_lost_or_damaged_is_built_anew_and_the_old_one_answers_meanwhile(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let id = library.hand_in("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    library.settled(id).await;
    let query = Query::parse("comfort", None).expect("a query");
    let finds = |ctx: &shared::ctx::Ctx| !ctx.search.find(&query).expect("readable").is_empty();

    damage(&library, |file| {
        std::fs::write(file, b"not what it was").expect("written");
    });
    let generation = until_found(&library, &finds).await;
    damage(&library, |file| std::fs::remove_file(file).expect("removed"));
    // This process has the generation open and goes on with it.
    assert!(finds(&library.ctx));
    let fresh = testing::ctx_with(db.clone(), &[]);
    let fresh = shared::ctx::Ctx {
        storage: library.ctx.storage.clone(),
        ..fresh
    };
    assert!(!finds(&fresh), "without an index nothing is found, and nothing fails");
    tokio::select! {
        never = search::follow(&fresh) => match never {},
        never = fresh.news.listen(&db) => match never {},
        () = until("another generation is published and open", async || {
            fresh.search.generation().is_some_and(|number| number > generation)
        }) => {}
    }
    assert!(finds(&fresh));
}

fn damage(library: &Library, harm: impl Fn(&std::path::Path)) {
    for file in std::fs::read_dir(library.folder.path().join("search")).expect("an index") {
        harm(&file.expect("a file").path());
    }
}

/// Follows the index until something is found, and returns the number of the generation that is open then.
async fn until_found(library: &Library, finds: &impl Fn(&shared::ctx::Ctx) -> bool) -> i64 {
    tokio::select! {
        never = search::follow(&library.ctx) => match never {},
        never = library.ctx.news.listen(&library.ctx.db) => match never {},
        () = until("it is found", async || finds(&library.ctx)) => {}
    }
    library.ctx.search.generation().expect("one is open")
}

#[sqlx::test(migrations = "../migrations")]
async fn the_index_that_a_killed_worker_leaves_on_disk_goes_with_the_next_one(db: PgPool) {
    let library = Library::new(&db).await;
    let room = tempfile::tempdir().expect("a folder");
    let settings = [("TMPDIR", room.path().to_str().expect("a path of letters"))];
    let here = || -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&room).expect("there");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };

    let mut worker = library.worker(&settings);
    let id = library.hand_in("one.pdf", &pdf_writer::text(&[page_about(1)])).await;
    library.settled(id).await;
    worker.kill();
    let left = here();
    assert!(!left.is_empty());

    let _next = library.worker(&settings);
    let id = library.hand_in("two.pdf", &pdf_writer::text(&[page_about(2)])).await;
    library.settled(id).await;
    let now = here();
    assert!(!now.is_empty() && now.iter().all(|folder| !left.contains(folder)));
}
