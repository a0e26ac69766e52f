//! Hostile documents: each is read or fails with a reason, and the worker survives.

use std::io::Write as _;
use std::time::Duration;

use shared::document::Status;
use sqlx::PgPool;

use super::documents_faults::readers_of;
use super::library::{Library, page_about};
use super::pdf_writer::{self, Pdf, deflated, deflated_repeat};
use super::stack::until;

const PASSWORD: &str = "This PDF is password-protected.";
const NO_TEXT: &str = "No readable text found. Is it a scan?";
const DAMAGED: &str = "This file is damaged.";
const TOO_LONG: &str = "This took too long to read.";
const TOO_LARGE: &str = "This file is too large once unpacked.";

/// What a document may add to the 86 MB of a release build: together at most 120 MB.
const MAX_GROWTH: u64 = 34 * 1024 * 1024;

/// A file and its allowed outcomes: read, or failed for one of these reasons.
struct Case {
    name: &'static str,
    file: Vec<u8>,
    reasons: &'static [&'static str],
    may_be_read: bool,
}

fn fails(name: &'static str, file: Vec<u8>, reasons: &'static [&'static str]) -> Case {
    Case {
        name,
        file,
        reasons,
        may_be_read: false,
    }
}

fn is_read(name: &'static str, file: Vec<u8>) -> Case {
    Case {
        name,
        file,
        reasons: &[],
        may_be_read: true,
    }
}

fn either(name: &'static str, file: Vec<u8>, reasons: &'static [&'static str]) -> Case {
    Case {
        name,
        file,
        reasons,
        may_be_read: true,
    }
}

fn cases() -> Vec<Case> {
    let good = || pdf_writer::text(&[page_about(1), page_about(2)]);
    let mut truncated = good();
    truncated.truncate(truncated.len() * 2 / 5);
    let mut without_table = good();
    let table = without_table
        .windows(5)
        .rposition(|window| window == b"xref\n")
        .expect("a table");
    without_table.truncate(table);
    vec![
        fails("encrypted", encrypted(), &[PASSWORD]),
        fails("truncated", truncated, &[DAMAGED, NO_TEXT]),
        either("without its table", without_table, &[DAMAGED]),
        fails("nothing but a beginning", b"%PDF-1.7\n".to_vec(), &[DAMAGED]),
        fails(
            "empty pages",
            pdf_writer::text(&[String::new(), String::new()]),
            &[NO_TEXT],
        ),
        fails("a scan", scan(), &[NO_TEXT]),
        either("a page tree that holds itself", recursive_tree(), &[DAMAGED, NO_TEXT]),
        either("a table that follows itself", self_referencing_table(), &[DAMAGED]),
        fails(
            "a chain of filters",
            filter_chain(),
            &[NO_TEXT, TOO_LARGE, DAMAGED, TOO_LONG],
        ),
        fails("200 MB of operators", many_operators(), &[TOO_LARGE, TOO_LONG]),
        is_read("a page as large as a country", huge_page()),
        is_read("JavaScript inside", with_javascript()),
        fails("noise after the beginning", noise(), &[DAMAGED]),
    ]
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn hostile_documents_end_with_a_reason_and_the_worker_survives(db: PgPool) {
    let library = Library::new(&db).await;
    // PDFium briefly takes 270 MB for the huge page.
    let mut worker = library.worker(&[("READER_PAGE_SECONDS", "10"), ("READER_MEMORY_MB", "400")]);
    // After the first document the worker has loaded everything it needs.
    let first = library.upload("first.pdf", &pdf_writer::text(&[page_about(8)])).await;
    assert_eq!(library.until_processed(first).await.status, Status::Completed);
    let before = worker.memory();
    for case in cases() {
        let id = library.upload(&format!("{}.pdf", case.name), &case.file).await;
        let document = library.until_processed(id).await;
        match document.reason.as_deref() {
            Some(reason) => assert!(case.reasons.contains(&reason), "{}: {reason}", case.name),
            None => assert!(case.may_be_read, "{}: it was read", case.name),
        }
    }
    let good = library.upload("good.pdf", &pdf_writer::text(&[page_about(9)])).await;
    assert_eq!(library.until_processed(good).await.status, Status::Completed);
    assert!(worker.runs());
    let grown = worker.memory().saturating_sub(before);
    assert!(grown < 100 * 1024 * 1024, "the worker grew by {grown} bytes");
    let deaths: i64 =
        sqlx::query_scalar("select coalesce(sum(deaths + failures), 0) from job where kind = 'ingest_document'")
            .fetch_one(&db)
            .await
            .expect("counted");
    assert_eq!(deaths, 0, "no try was wasted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn five_thousand_pages_are_read_without_growing(db: PgPool) {
    let library = Library::new(&db).await;
    let worker = library.worker(&[]);
    // After the first document the worker has loaded everything it needs.
    let first = library.upload("first.pdf", &pdf_writer::text(&[page_about(8)])).await;
    library.until_processed(first).await;
    let before = worker.memory();
    let pages: Vec<String> = (1..=5000).map(page_about).collect();
    let id = library.upload("long.pdf", &pdf_writer::text(&pages)).await;
    let document = library.until_processed(id).await;
    assert_eq!((document.status, document.pages_read), (Status::Completed, 5000));
    let grown = worker.memory().saturating_sub(before);
    assert!(grown < 100 * 1024 * 1024, "the worker grew by {grown} bytes");
    assert!(library.page(id, 5000).await.contains("on page 5000"));
}

/// Twelve pages of 400 kB, each in the same deflated stream: the file has less than 100 kB.
fn huge_pages() -> Vec<u8> {
    let line = "(and he went on along the river and over the hills of that land) Tj 0 -10 Td\n";
    let contents = format!("BT /F1 8 Tf 20 64000 Td {} ET", line.repeat(6400));
    let contents = deflated(|encoder| encoder.write_all(contents.as_bytes()));
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("/Filter /FlateDecode", &contents);
    let pages: Vec<usize> = (0..12)
        .map(|_| pdf.add_page(contents, "/MediaBox [0 0 595 64100]"))
        .collect();
    pdf.write(&pages)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_small_file_of_huge_pages_takes_little_memory(db: PgPool) {
    let library = Library::new(&db).await;
    let worker = library.worker(&[]);
    // After the first document the worker has loaded everything it needs.
    let first = library.upload("first.pdf", &pdf_writer::text(&[page_about(8)])).await;
    library.until_processed(first).await;
    let before = worker.memory();
    worker.forget_peak_memory();
    let file = huge_pages();
    assert!(file.len() < 100 * 1024, "{} bytes", file.len());
    let id = library.upload("huge.pdf", &file).await;
    let document = library.until_processed(id).await;
    assert_eq!((document.status, document.reason), (Status::Completed, None));
    let text: i64 = sqlx::query_scalar("select sum(octet_length(text)) from passage")
        .fetch_one(&db)
        .await
        .expect("counted");
    assert!(text > 4_500_000, "{text} bytes were cut and indexed");
    let grown = worker.peak_memory().saturating_sub(before);
    assert!(grown < MAX_GROWTH, "the worker grew by {grown} bytes");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_page_that_takes_too_long_ends_its_document(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[("READER_PAGE_SECONDS", "1"), ("READER_MEMORY_MB", "8000")]);
    let id = library.upload("slow.pdf", &many_operators()).await;
    let began = std::time::Instant::now();
    assert_eq!(library.until_processed(id).await.reason.as_deref(), Some(TOO_LONG));
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_reader_has_a_soft_and_a_hard_limit_of_cpu_time(db: PgPool) {
    let library = Library::new(&db).await;
    let worker = library.worker(&[("READER_MEMORY_MB", "8000")]);
    library.upload("slow.pdf", &many_operators()).await;
    let mut limits = String::new();
    until("it is being read within limits", async || {
        let readers = readers_of(worker.id());
        limits = readers
            .iter()
            .filter_map(|reader| std::fs::read_to_string(format!("/proc/{reader}/limits")).ok())
            .collect();
        limits.contains("Max cpu time              900")
    })
    .await;
    let seconds = limits.lines().find(|line| line.starts_with("Max cpu time"));
    let seconds: Vec<&str> = seconds.expect("a limit").split_whitespace().skip(3).collect();
    assert_eq!(seconds, ["900", "905", "seconds"]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_reader_that_cannot_start_fails_no_document(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = library.worker(&[("PDFIUM_LIBRARY", "/dev/null")]);
    let id = library.upload("book.pdf", &pdf_writer::text(&[page_about(1)])).await;
    until("its job has failed", async || {
        sqlx::query_scalar("select failures > 0 from job where kind = 'ingest_document'")
            .fetch_one(&db)
            .await
            .expect("there")
    })
    .await;
    assert_eq!(library.document(id).await.status, Status::Processing);
    worker.kill();
    sqlx::query("update job set run_at = now(), lease_id = null, lease_until = null, sent_at = null")
        .execute(&db)
        .await
        .expect("due");
    let _mended = library.worker(&[]);
    assert_eq!(library.until_processed(id).await.status, Status::Completed);
}

/// A PDF encrypted with an unknown password.
fn encrypted() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("", b"BT ET");
    let page = pdf.add_page(contents, "");
    let key = "ab".repeat(32);
    let encryption = pdf.add(format!("<< /Filter /Standard /V 1 /R 2 /P -4 /O <{key}> /U <{key}> >>"));
    pdf.trail(&format!("/Encrypt {encryption} 0 R /ID [<{key}> <{key}>]"));
    pdf.write(&[page])
}

/// A PDF with a picture and no text.
fn scan() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let image = pdf.add_stream(
        "/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8",
        &[127; 64 * 64],
    );
    let contents = pdf.add_stream("", b"q 500 0 0 700 40 40 cm /Im1 Do Q");
    let page = pdf.add_page(contents, &format!("/Resources << /XObject << /Im1 {image} 0 R >> >>"));
    pdf.write(&[page])
}

fn recursive_tree() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream(
        "",
        b"BT /F1 11 Tf 72 700 Td (Round and round it goes in circles.) Tj ET",
    );
    let page = pdf.add_page(contents, "");
    pdf.set(2, format!("<< /Type /Pages /Count 3 /Kids [2 0 R {page} 0 R 2 0 R] >>"));
    pdf.write(&[page])
}

fn self_referencing_table() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("", b"BT /F1 11 Tf 72 700 Td (The table says: look at the table.) Tj ET");
    let page = pdf.add_page(contents, "");
    pdf.trail("/Prev SELF");
    pdf.write(&[page])
}

/// A stream deflated three times: 800 MB in a few bytes.
fn filter_chain() -> Vec<u8> {
    let once = deflated_repeat(&[b' '; 1024], 800 * 1024);
    let twice = deflated(|encoder| encoder.write_all(&once));
    let thrice = deflated(|encoder| encoder.write_all(&twice));
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("/Filter [/FlateDecode /FlateDecode /FlateDecode]", &thrice);
    let page = pdf.add_page(contents, "");
    pdf.write(&[page])
}

fn many_operators() -> Vec<u8> {
    let operators = b"BT /F1 11 Tf 72 700 Td (A word) Tj ET\n";
    let contents = deflated_repeat(operators, 200 * 1024 * 1024 / operators.len());
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("/Filter /FlateDecode", &contents);
    let page = pdf.add_page(contents, "");
    pdf.write(&[page])
}

fn huge_page() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream(
        "",
        b"BT /F1 11 Tf 72 700 Td (One small line on a very large page.) Tj ET",
    );
    let page = pdf.add_page(contents, "/MediaBox [0 0 1000000000 1000000000]");
    pdf.write(&[page])
}

fn with_javascript() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream("", b"BT /F1 11 Tf 72 700 Td (Nothing happens when this is read.) Tj ET");
    let page = pdf.add_page(contents, "/AA << /O << /S /JavaScript /JS (while(true){}) >> >>");
    pdf.set(
        1,
        "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> >>",
    );
    pdf.write(&[page])
}

/// Pseudo-random bytes, the same at every run.
fn noise() -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut file = b"%PDF-1.7\n".to_vec();
    file.extend((0..200_000).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    }));
    file
}
