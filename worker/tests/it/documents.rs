//! Documents from upload to search: read by the child process, chunked, indexed and found.

use shared::document::Status;
use shared::guidance::{self, GuidanceQuery};
use shared::notifications::Channel;
use shared::search::Query;
use shared::usage::{Caller, Plan};
use shared::{document, search};
use sqlx::PgPool;
use testing::bucket::Bucket;
use time::OffsetDateTime;

use super::library::{Library, page_about};
use super::pdf_writer;
use super::stack::until;

/// The hits of a query in the newest generation of the index.
fn found(library: &Library, words: &str) -> Vec<(String, i32)> {
    let query = Query::parse(words, None).expect("a query");
    let found = library.ctx.search.find(&query).expect("readable");
    found.into_iter().map(|passage| (passage.title, passage.page)).collect()
}

/// Follows the index as the web tier does while `work` runs.
async fn following<T>(library: &Library, work: impl Future<Output = T>) -> T {
    tokio::select! {
        never = search::follow(&library.ctx) => match never {},
        never = library.ctx.notifications.listen(&library.ctx.db, Channel::Changes) => match never {},
        done = work => done,
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_is_read_chunked_and_found_and_disappears_when_it_is_deleted(db: PgPool) {
    testing::watch_states(&db).await;
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let pages: Vec<String> = (1..=3)
        .map(page_about)
        .chain(["A lone zebra grazes here.".to_owned()])
        .collect();
    let id = library.upload("on-comfort.pdf", &pdf_writer::text(&pages)).await;
    following(&library, async {
        let document = library.until_processed(id).await;
        assert_eq!(
            (document.status, document.pages, document.pages_read, document.reason),
            (Status::Completed, Some(4), 4, None)
        );
        let locked_in = document::reader_is_sandboxed(&db).await.expect("readable");
        // A kernel without Landlock fails this test. A worker on such a kernel goes on with a warning.
        assert_eq!(
            locked_in,
            Some(cfg!(target_os = "linux")),
            "the reader ran in its sandbox"
        );
        until("its words are found", async || !found(&library, "zebra").is_empty()).await;
        assert_eq!(found(&library, "zebras grazing")[0].0, "On comfort");
        assert!(
            library
                .page(id, 2)
                .await
                .contains("Comfort number 3 on page 2 is written")
        );
        let staff = testing::staff("Ruth");
        document::delete(&library.ctx, &staff, "on-comfort.pdf")
            .await
            .expect("deleted");
        until("nothing is found any more", async || {
            found(&library, "zebra").is_empty()
        })
        .await;
    })
    .await;
    let files = library.ctx.storage.list("documents").await.expect("listed");
    assert_eq!(files, [], "its file is gone");
    let (unaudited, changes) = testing::unaudited(&db).await;
    assert_eq!(
        (unaudited, changes),
        (Vec::new(), 4),
        "handed in, begun, completed, deleted"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn documents_and_index_are_read_from_a_bucket(db: PgPool) {
    let bucket = Bucket::start().await;
    let library = Library::on_bucket(&db, &bucket).await;
    let _worker = library.worker(&[]);
    let id = library
        .upload("on-comfort.pdf", &pdf_writer::text(&[page_about(1)]))
        .await;
    following(&library, async {
        let document = library.until_processed(id).await;
        assert_eq!((document.status, document.reason), (Status::Completed, None));
        assert!(library.page(id, 1).await.contains("on page 1 is written"));
        until("its words are found", async || !found(&library, "comfort").is_empty()).await;
    })
    .await;
    let files = library.ctx.storage.list("documents").await.expect("listed");
    let keys: Vec<&str> = files.iter().map(|file| file.key.as_str()).collect();
    assert_eq!(keys, [document::storage_key(id)]);
    let index = library.ctx.storage.list("search").await.expect("listed");
    assert!(!index.is_empty(), "the index lies beside it");
    assert_eq!(bucket.unfinished_uploads().await, 0);
}

/// The quotes of guidance for these words: page, and whether words are highlighted.
async fn quoted(library: &Library, words: &str) -> Vec<(i32, bool)> {
    let caller = Caller {
        owner: testing::guest(7),
        plan: Plan::Premium,
        time_zone: "UTC".to_owned(),
        address: None,
    };
    let struggle = GuidanceQuery::parse(Some(words.to_owned()), None).expect("words");
    let (guidance, _) = guidance::ask(
        &library.ctx,
        &caller,
        &struggle,
        &guidance::Shown::default(),
        None,
        OffsetDateTime::UNIX_EPOCH,
    )
    .await
    .expect("an answer");
    let found = guidance.sources.iter();
    found
        .map(|source| (source.page, !source.snippet.marks.is_empty()))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guidance_quotes_only_passages_that_fit(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let pages = [
        "The farmer sows in autumn and sees nothing for a long time. He mends his fences,
he feeds his animals, and he trusts the dark soil with what he gave it. Nobody digs
up a seed to look whether it lives. In the long evenings he sharpens his tools and
listens to the wind in the barn. The neighbours come by and speak about cattle and
about the price of hay. When the snow is gone, he walks to the edge of the field and
looks for the first green. It comes up by itself, he does not know how. So he goes
home content, eats his bread, and sleeps. The whole of his skill was to sow in time,
and then to leave alone what he could not hurry. His father did it like this before
him, and his children will do it after him, on the same hill and by the same brook.",
        "When your mother has died, the house is full of her: her cup, her coat, her
handwriting on the calendar. Grief is love that has nowhere to go. It goes round and
round in the kitchen at night. Nobody who mourns a mother needs to be told to be
brave. Sit down beside them, and weep with them. The Lord himself wept at the grave
of his friend, and he was not ashamed of his tears. Mourning is not a lack of faith.
It is the last gift that we make to those who are gone. There is no hurry in it, and
nobody mourns too long. One morning you will drink from her cup, and smile, and still
miss her. That is no betrayal. Until then you may be sad for as long as you are sad,
and we who love you will sit in the empty chair beside you and say very little.",
    ]
    .map(str::to_owned);
    let id = library.upload("the-empty-chair.pdf", &pdf_writer::text(&pages)).await;
    following(&library, async {
        assert_eq!(library.until_processed(id).await.reason, None);
        until("it is found", async || !found(&library, "calendar").is_empty()).await;
        let mourning = "My mother died in spring. I mourn her every night and cannot stop weeping.";
        assert_eq!(quoted(&library, mourning).await, [(2, true)]);
        let rent = "My landlord raised the rent and the car broke down, how shall we pay all that?";
        assert_eq!(quoted(&library, rent).await, []);
    })
    .await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn other_scripts_are_read_and_found(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let chinese = ["不要害怕因為我與你同在。不要驚惶因為我是你的神。"];
    // Right-to-left text is drawn from the left, in visual order.
    let hebrew: String = "אל תירא כי עמך אני אל תשתע כי אני אלהיך אמצתיך אף עזרתיך"
        .chars()
        .rev()
        .collect();
    let chinese = library.upload("chinese.pdf", &pdf_writer::script(&chinese)).await;
    let hebrew = library.upload("hebrew.pdf", &pdf_writer::script(&[&hebrew])).await;
    following(&library, async {
        assert_eq!(library.until_processed(chinese).await.reason, None);
        assert_eq!(library.until_processed(hebrew).await.reason, None);
        assert!(library.page(chinese, 1).await.contains("不要害怕"));
        until("both are found", async || {
            !found(&library, "害怕").is_empty() && !found(&library, "תירא").is_empty()
        })
        .await;
    })
    .await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_same_name_twice_is_two_documents_and_the_same_content_is_one(db: PgPool) {
    let library = Library::new(&db).await;
    let first = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    let again = library
        .upload("other-name.pdf", &pdf_writer::text(&[page_about(1)]))
        .await;
    let second = library.upload("book.pdf", &pdf_writer::text(&[page_about(2)])).await;
    assert_eq!(first, again);
    assert_eq!(library.document(second).await.name, "book (2).pdf");
    assert_eq!(library.ctx.storage.list("documents").await.expect("listed").len(), 2);
    assert_eq!(document::ingest(&library.ctx).await.expect("asked"), 2);
    assert_eq!(document::ingest(&library.ctx).await.expect("asked"), 2);
    let jobs: i64 = sqlx::query_scalar("select count(*) from job where kind = 'ingest_document'")
        .fetch_one(&db)
        .await
        .expect("counted");
    assert_eq!(jobs, 2, "one for each document, however often it is asked for");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_failed_document_is_retried_from_the_beginning(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let id = library.upload("empty.pdf", &pdf_writer::text(&[String::new()])).await;
    let staff = testing::staff("Ruth");
    for _ in 0..2 {
        let document = library.until_processed(id).await;
        assert_eq!(
            document.reason.as_deref(),
            Some("No readable text found. Is it a scan?")
        );
        document::retry(&library.ctx, &staff, "empty.pdf")
            .await
            .expect("tried again");
    }
    library.until_processed(id).await;
    let lines: i64 = sqlx::query_scalar("select count(*) from audit_entry where subject_id = $1")
        .bind(id)
        .fetch_one(&db)
        .await
        .expect("counted");
    assert_eq!(lines, 1 + 3 * 2 + 2);
}
