//! Documents survive faults during reading and indexing: killed processes, failing storage, a full disk.

use std::path::PathBuf;
use std::time::Duration;

use shared::document;
use shared::document::Status;
use shared::notifications::Channel;
use shared::search::{self, Query};
use sqlx::{PgPool, Postgres, Transaction};
use testing::bucket::Bucket;
use time::OffsetDateTime;
use uuid::Uuid;

use super::ledger::end_leases;
use super::library::{Library, page_about};
use super::pdf_writer;
use super::stack::until;

const PAGES: usize = 2500;

fn long_document() -> Vec<u8> {
    pdf_writer::text(&(1..=PAGES).map(page_about).collect::<Vec<_>>())
}

/// Waits until at least `pages` pages of a document are stored.
async fn until_read(library: &Library, id: Uuid, pages: i32) {
    until("enough pages are read", async || {
        library.document(id).await.pages_read >= pages
    })
    .await;
}

/// Waits until at least `pages` pages of a document are stored, and lets nobody store more until the transaction ends:
/// however fast it is read, it is still being read.
async fn hold_when_read(db: &PgPool, id: Uuid, pages: i32) -> Transaction<'static, Postgres> {
    let mut held = None;
    until("enough pages are read", async || {
        let mut tx = db.begin().await.expect("begun");
        let read: i32 = sqlx::query_scalar("select pages_read from document where id = $1 for update")
            .bind(id)
            .fetch_one(&mut *tx)
            .await
            .expect("there");
        held = (read >= pages).then_some(tx);
        held.is_some()
    })
    .await;
    held.expect("until has waited for it")
}

/// Waits for the document, and checks that it is complete and every page is stored once.
async fn expect_complete(library: &Library, id: Uuid) {
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.status, document.reason, document.pages_read),
        (Status::Completed, None, 2500)
    );
    let (pages, texts): (i64, i64) =
        sqlx::query_as("select count(*), count(text) from document_page where document_id = $1")
            .bind(id)
            .fetch_one(&library.ctx.db)
            .await
            .expect("counted");
    assert_eq!((pages, texts), (2500, 2500));
}

/// The failures and deaths counted for the reading job.
async fn counted(db: &PgPool) -> (i64, i64) {
    sqlx::query_as("select sum(failures), sum(deaths) from job where kind = 'ingest_document'")
        .fetch_one(db)
        .await
        .expect("counted")
}

/// The child processes of a worker that read documents.
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

/// Sends a signal to a process, and returns whether it existed.
pub fn send_signal(signal: &str, pid: u32) -> bool {
    let sent = std::process::Command::new("sh")
        .args(["-c", &format!("kill -{signal} {pid}")])
        .status();
    sent.is_ok_and(|status| status.success())
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_killed_worker_leaves_no_child_process_and_another_resumes(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.upload("long.pdf", &long_document()).await;
    for at in [1, 700, 1400] {
        let held = hold_when_read(&db, id, at).await;
        let readers = readers_of(worker.id());
        assert!(!readers.is_empty(), "it is being read");
        worker.kill();
        until("its child is gone", async || {
            readers
                .iter()
                .all(|reader| !std::path::Path::new(&format!("/proc/{reader}")).exists())
        })
        .await;
        held.rollback().await.expect("let go");
        // The next worker takes over at once, without waiting for the lease.
        end_leases(&db).await;
        let read = library.document(id).await.pages_read;
        assert!(read >= at);
        sqlx::query("update job set deaths = 0 where kind = 'ingest_document'")
            .execute(&db)
            .await
            .expect("forgiven");
        worker = library.worker(&[]);
    }
    expect_complete(&library, id).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_killed_child_process_is_replaced_and_the_document_is_complete(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.upload("long.pdf", &long_document()).await;
    until_read(&library, id, 300).await;
    let readers = readers_of(worker.id());
    assert_eq!(readers.len(), 1);
    assert!(send_signal("KILL", readers[0]));
    expect_complete(&library, id).await;
    assert_eq!(counted(&db).await, (1, 0));
    assert!(worker.runs());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stopping_worker_releases_its_reading_and_counts_no_failure(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[("SHUTDOWN_GRACE_SECS", "1")]);
    let id = library.upload("long.pdf", &long_document()).await;
    until_read(&library, id, 1).await;
    // The child is stopped, so that the reading is unfinished on a fast machine, too.
    for reader in readers_of(worker.id()) {
        assert!(send_signal("STOP", reader));
    }
    worker.terminate();
    let status = worker.ended(Duration::from_mins(1)).await;
    assert!(status.success(), "{status}");
    let read = library.document(id).await.pages_read;
    assert!(read < 2500, "it was read to its end before");
    let _another = library.worker(&[]);
    expect_complete(&library, id).await;
    assert_eq!(counted(&db).await, (0, 0));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_that_is_deleted_while_it_is_read_is_gone(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[]);
    let id = library.upload("long.pdf", &long_document()).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_workers_read_many_documents_each_once(db: PgPool) {
    let library = Library::new(&db).await;
    let mut ids = Vec::new();
    for number in 0..12 {
        let pages: Vec<String> = (1..=20).map(|page| page_about(page + number * 100)).collect();
        ids.push(
            library
                .upload(&format!("{number}.pdf"), &pdf_writer::text(&pages))
                .await,
        );
    }
    let _one = library.worker(&[]);
    let _two = library.worker(&[]);
    for id in ids {
        assert_eq!(library.until_processed(id).await.status, Status::Completed);
    }
    assert_eq!(counted(&db).await, (0, 0));
    let newest: i64 =
        sqlx::query_scalar("select cardinality(documents)::bigint from search_generation order by number desc limit 1")
            .fetch_one(&db)
            .await
            .expect("published");
    assert_eq!(newest, 12, "the newest generation has them all");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reading_waits_for_storage_that_fails(db: PgPool) {
    let library = Library::new(&db).await;
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let folder = library.folder.path().join("documents");
    let aside = library.folder.path().join("aside");
    std::fs::rename(&folder, &aside).expect("moved");
    // A path below a file is an I/O error, not a missing object.
    std::fs::write(&folder, b"in the way").expect("written");
    let _worker = library.worker(&[]);
    until("it has failed once", async || counted(&db).await.0 >= 1).await;
    let waiting = library.document(id).await;
    assert_eq!((waiting.status, waiting.waits_for_storage), (Status::Processing, true));
    std::fs::remove_file(&folder).expect("removed");
    std::fs::rename(&aside, &folder).expect("moved back");
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.status, document.waits_for_storage),
        (Status::Completed, false)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn indexing_waits_for_storage_that_refuses_the_index(db: PgPool) {
    let library = Library::new(&db).await;
    let in_the_way = library.folder.path().join("search");
    std::fs::write(&in_the_way, b"in the way").expect("written");
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let _worker = library.worker(&[]);
    until("it is said", async || library.document(id).await.waits_for_storage).await;
    std::fs::remove_file(&in_the_way).expect("removed");
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.status, document.waits_for_storage),
        (Status::Completed, false)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_with_a_dead_job_says_whether_storage_failed(db: PgPool) {
    let library = Library::new(&db).await;
    for (waited, reason) in [
        (false, "This took too long to read."),
        (true, "The storage did not answer for more than an hour. Please retry."),
    ] {
        let name = format!("{waited}.pdf");
        let id = library
            .upload(&name, &pdf_writer::text(std::slice::from_ref(&name)))
            .await;
        sqlx::query("update job set dead_at = now(), reason = 'It failed.' where kind = 'ingest_document'")
            .execute(&db)
            .await
            .expect("dead");
        document::mark_waiting_for_storage(&library.ctx, &[id], waited)
            .await
            .expect("noted");
        assert_eq!(
            document::cleanup(&library.ctx, OffsetDateTime::UNIX_EPOCH)
                .await
                .expect("kept"),
            1
        );
        let failed = library.document(id).await;
        assert_eq!(
            (failed.status, failed.reason.as_deref(), failed.waits_for_storage),
            (Status::Failed, Some(reason), false)
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_file_missing_in_storage_is_reported_as_missing(db: PgPool) {
    let library = Library::new(&db).await;
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let file = library.folder.path().join("documents").join(format!("{id}.pdf"));
    std::fs::remove_file(file).expect("removed");
    let _worker = library.worker(&[]);
    let document = library.until_processed(id).await;
    assert_eq!(
        document.reason.as_deref(),
        Some("This file is no longer in storage. Please delete it here and upload it again.")
    );
    assert_eq!(counted(&db).await.0, 0, "no try was wasted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_worker_without_disk_space_for_a_copy_waits(db: PgPool) {
    let bucket = Bucket::start().await;
    let library = Library::on_bucket(&db, &bucket).await;
    let room = library.folder.path().join("room");
    // Documents from a bucket are copied to the folder for temporary files, which does not exist here.
    let _worker = library.worker(&[("TMPDIR", room.to_str().expect("a path of letters"))]);
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    until("it has failed once", async || counted(&db).await.0 >= 1).await;
    assert_eq!(library.document(id).await.status, Status::Processing);
    std::fs::create_dir(&room).expect("made");
    assert_eq!(library.until_processed(id).await.status, Status::Completed);
    assert_eq!(
        std::fs::read_dir(&room).expect("there").filter(is_copy).count(),
        0,
        "nothing is left behind"
    );
}

/// Copies of documents are unnamed files. Everything else in the folder belongs to the index.
fn is_copy(entry: &std::io::Result<std::fs::DirEntry>) -> bool {
    entry.as_ref().is_ok_and(|entry| entry.path().is_file())
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_lost_or_damaged_index_is_rebuilt_while_the_old_one_answers(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    library.until_processed(id).await;
    let query = Query::parse("comfort", None).expect("a query");
    let finds = |ctx: &shared::ctx::Ctx| !ctx.search.find(&query).expect("readable").is_empty();

    damage(&library, |file| {
        std::fs::write(file, b"not what it was").expect("written");
    });
    let generation = until_found(&library, &finds).await;
    damage(&library, |file| std::fs::remove_file(file).expect("removed"));
    // This process has the generation open and keeps using it.
    assert!(finds(&library.ctx));
    let fresh = testing::ctx_with(db.clone(), &[]);
    let fresh = shared::ctx::Ctx {
        storage: library.ctx.storage.clone(),
        ..fresh
    };
    assert!(!finds(&fresh), "without an index nothing is found, and nothing fails");
    tokio::select! {
        never = search::follow(&fresh) => match never {},
        never = fresh.notifications.listen(&db, Channel::Changes) => match never {},
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

/// Follows the index until `finds` holds, and returns the number of the open generation.
async fn until_found(library: &Library, finds: &impl Fn(&shared::ctx::Ctx) -> bool) -> i64 {
    tokio::select! {
        never = search::follow(&library.ctx) => match never {},
        never = library.ctx.notifications.listen(&library.ctx.db, Channel::Changes) => match never {},
        () = until("it is found", async || finds(&library.ctx)) => {}
    }
    library.ctx.search.generation().expect("one is open")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_next_worker_deletes_the_index_that_a_killed_one_left_on_disk(db: PgPool) {
    let library = Library::new(&db).await;
    let room = tempfile::tempdir().expect("a folder");
    let settings = [("TMPDIR", room.path().to_str().expect("a path of letters"))];
    let here = || -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&room).expect("there");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };

    let mut worker = library.worker(&settings);
    let id = library.upload("one.pdf", &pdf_writer::text(&[page_about(1)])).await;
    library.until_processed(id).await;
    worker.kill();
    let left = here();
    assert!(!left.is_empty());

    let _next = library.worker(&settings);
    let id = library.upload("two.pdf", &pdf_writer::text(&[page_about(2)])).await;
    library.until_processed(id).await;
    let now = here();
    assert!(!now.is_empty() && now.iter().all(|folder| !left.contains(folder)));
}
