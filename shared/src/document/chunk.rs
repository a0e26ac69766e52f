//! Chunking: turns the read pages of a document into passages for search.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use super::fail;
use super::headings::{self, Headings};
use super::pages::Failure;
use super::text::{Chunker, Cleaned, Passage, RunningLines, Spelling, clean};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::jobs::{self, Job};
use crate::notifications::{self, Notification};

/// A document with fewer letters counts as having no text.
const MIN_LETTERS: usize = 20;
/// How long a read document waits for others before it is indexed. Publishing an index costs more than reading a sermon.
const INDEX_DELAY: Duration = Duration::from_secs(3);
const PAGE_BATCH_SIZE: i64 = 250;
/// Pages are read together until they have this many bytes. One page has at most 512 KiB.
const MAX_BATCH_BYTES: i64 = 1024 * 1024;

/// Cleans the pages of a completely read document, chunks them into passages, and enqueues indexing.
///
/// It does nothing if the document is already chunked, failed or deleted.
pub async fn chunk(ctx: &Ctx, id: Uuid) -> Result<()> {
    let Scanned {
        running,
        spelling,
        letters,
        mut held,
    } = scan_pages(ctx, id).await?;
    if letters < MIN_LETTERS {
        return fail(ctx, id, Failure::NoText).await;
    }
    let mut tx = database::begin(&ctx.db).await?;
    let claimed = sqlx::query!(
        "update document set cut_at = now() where id = $1 and status = 'processing' and cut_at is null",
        id
    )
    .execute(&mut *tx)
    .await?;
    if claimed.rows_affected() == 0 {
        return Ok(());
    }
    let (mut prose, mut notes) = (Chunker::new(&spelling), Chunker::new(&spelling));
    let mut headings = Headings::new(headings::of(&mut tx, id).await?);
    let (mut position, mut last) = (0, 0);
    loop {
        let Batch { pages, is_last } = match held.take() {
            Some(batch) => batch,
            None => pages_after(&mut tx, id, last).await?,
        };
        last = pages.last().map_or(last, |newest| newest.number);
        let cleaned: Vec<Cleaned> = pages
            .iter()
            .map(|page| clean(&running.strip(page.number, &page.lines), &spelling))
            .collect();
        let mut passages = Vec::new();
        for (page, Cleaned { text, notes: of_page }) in pages.iter().zip(&cleaned) {
            passages.extend(prose.page(page.number, text));
            if !of_page.is_empty() {
                passages.extend(notes.page(page.number, of_page));
            }
        }
        if is_last {
            passages.extend(prose.finish());
            passages.extend(notes.finish());
        }
        write_texts(&mut tx, id, &pages, &cleaned).await?;
        position = write_passages(&mut tx, id, position, &passages, &mut headings).await?;
        if is_last {
            break;
        }
    }
    enqueue_indexing(&mut tx, id).await?;
    notifications::notify(&mut tx, &Notification::Document(id)).await?;
    tx.commit().await?;
    Ok(())
}

/// Enqueues indexing: at once for the last document that is being read, else together with those that follow.
async fn enqueue_indexing(tx: &mut PgConnection, id: Uuid) -> Result<()> {
    let others_follow = sqlx::query_scalar!(
        r#"select exists (select from document where id <> $1 and cut_at is null and status in ('pending', 'processing'))
               as "follow!""#,
        id
    )
    .fetch_one(&mut *tx)
    .await?;
    if others_follow {
        return jobs::enqueue_delayed(tx, &Job::IndexPassages, INDEX_DELAY).await;
    }
    jobs::enqueue(tx, &Job::IndexPassages).await?;
    Ok(())
}

/// What the pages of a document have in common.
struct Scanned {
    running: RunningLines,
    spelling: Spelling,
    /// The number of letters, up to `MIN_LETTERS` or a few more.
    letters: usize,
    /// The pages themselves, if all of them may be held in memory at once.
    held: Option<Batch>,
}

async fn scan_pages(ctx: &Ctx, id: Uuid) -> Result<Scanned> {
    let mut scanned = Scanned {
        running: RunningLines::default(),
        spelling: Spelling::new(ctx.care.clone()),
        letters: 0,
        held: None,
    };
    let mut last = 0;
    let mut connection = ctx.db.acquire().await?;
    loop {
        let batch = pages_after(&mut connection, id, last).await?;
        for page in &batch.pages {
            scanned.running.add_page(page.number, &page.lines);
            scanned.spelling.add_page(&page.lines);
            if scanned.letters < MIN_LETTERS {
                scanned.letters += page.lines.chars().filter(|letter| letter.is_alphanumeric()).count();
            }
        }
        if batch.is_last {
            scanned.held = (last == 0).then_some(batch);
            return Ok(scanned);
        }
        last = batch.pages.last().map_or(last, |newest| newest.number);
    }
}

/// A stored page.
struct Lines {
    number: i32,
    lines: String,
}

/// Pages that follow each other.
struct Batch {
    pages: Vec<Lines>,
    /// Whether no page follows.
    is_last: bool,
}

/// The next pages, as many as may be held in memory at once.
async fn pages_after(connection: &mut PgConnection, id: Uuid, last: i32) -> Result<Batch> {
    let rows = sqlx::query!(
        r#"select number as "number!", lines as "lines!",
               number = (select max(number) from document_page where document_id = $1) as "is_last!" from (
               select number, lines, sum(octet_length(lines)) over (order by number) - octet_length(lines) as before
               from (select number, lines from document_page where document_id = $1 and number > $2
                     order by number limit $3) as next
           ) as counted where before < $4 order by number"#,
        id,
        last,
        PAGE_BATCH_SIZE,
        MAX_BATCH_BYTES
    )
    .fetch_all(connection)
    .await?;
    let is_last = rows.last().is_none_or(|row| row.is_last);
    let lines = rows.into_iter().map(|row| Lines {
        number: row.number,
        lines: row.lines,
    });
    Ok(Batch {
        pages: lines.collect(),
        is_last,
    })
}

async fn write_texts(tx: &mut PgConnection, id: Uuid, pages: &[Lines], texts: &[Cleaned]) -> Result<()> {
    let texts: Vec<String> = texts.iter().map(Cleaned::whole).collect();
    let numbers: Vec<i32> = pages.iter().map(|page| page.number).collect();
    sqlx::query!(
        "update document_page p set text = cleaned.text
         from unnest($2::int[], $3::text[]) as cleaned (number, text)
         where p.document_id = $1 and p.number = cleaned.number",
        id,
        &numbers,
        &texts
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Inserts passages from a position on, and returns the next position.
async fn write_passages(
    tx: &mut PgConnection,
    id: Uuid,
    position: i32,
    passages: &[Passage],
    headings: &mut Headings,
) -> Result<i32> {
    let positions: Vec<i32> = (position..).take(passages.len()).collect();
    let pages: Vec<i32> = passages.iter().map(|passage| passage.page).collect();
    let last_pages: Vec<i32> = passages.iter().map(|passage| passage.last_page).collect();
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    let headings: Vec<Option<String>> = passages.iter().map(|passage| headings.of(passage)).collect();
    sqlx::query!(
        "insert into passage (document_id, position, page, last_page, text, heading)
         select $1, * from unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::text[])",
        id,
        &positions,
        &pages,
        &last_pages,
        &texts as &[&str],
        &headings as &[Option<String>]
    )
    .execute(tx)
    .await?;
    Ok(positions.last().map_or(position, |last| last + 1))
}
