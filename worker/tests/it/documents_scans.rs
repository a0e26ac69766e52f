//! Scans (pages that are pictures), read by Tesseract where `OCR` is on.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use pdfium_render::prelude::{PdfBitmapFormat, PdfRenderConfig, Pdfium};
use shared::document::Status;
use sqlx::PgPool;

use super::documents_faults::{readers_of, send_signal};
use super::library::{Library, page_about, pdfium};
use super::pdf_writer::{self, Pdf};
use super::program::Program;
use super::stack::until;

const NO_TEXT: &str = "No readable text found. Is it a scan?";

/// A worker that reads scans with the Tesseract of this machine.
fn reading_scans(library: &Library) -> Program {
    #[expect(
        clippy::disallowed_methods,
        reason = "where programs are is the system's setting, not ours"
    )]
    let path = std::env::var("PATH").expect("a path");
    library.worker(&[("OCR", "on"), ("PATH", &path)])
}

/// Renders pages with these texts as a scanner would: 200 dpi, grey. Call it once: a process loads PDFium only once.
fn pictures_of(texts: &[String]) -> Vec<(usize, usize, Vec<u8>)> {
    let pdfium = Pdfium::new(Pdfium::bind_to_library(pdfium()).expect("it loads"));
    let document = pdfium
        .load_pdf_from_byte_vec(pdf_writer::text(texts), None)
        .expect("a document");
    let settings = PdfRenderConfig::new()
        .set_fixed_size(1652, 2339)
        .set_format(PdfBitmapFormat::BGRx);
    let pictures = document.pages().iter().map(|page| {
        let pixels = page.render_with_config(&settings).expect("drawn").as_raw_bytes();
        let shades: Vec<u8> = pixels.iter().step_by(4).copied().collect();
        assert!(shades.iter().any(|&shade| shade < 64), "there are letters on it");
        (1652, 2339, shades)
    });
    pictures.collect()
}

/// Adds a page with a full-page picture and other content on it.
fn add_scan(pdf: &mut Pdf, (width, height, shades): (usize, usize, Vec<u8>), stamp: &str, entries: &str) -> usize {
    let image = pdf.add_stream(
        &format!(
            "/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8"
        ),
        &shades,
    );
    let contents = pdf.add_stream("", format!("q 595 0 0 842 0 0 cm /Im1 Do Q {stamp}").as_bytes());
    let font = "/Font << /F1 3 0 R >>";
    pdf.add_page(
        contents,
        &format!("/Resources << {font} /XObject << /Im1 {image} 0 R >> >> {entries}"),
    )
}

/// A printed page, then scanned pages, the last with a text stamp of the scanning program.
fn half_scanned(scans: usize) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let contents = pdf.add_stream(
        "",
        b"BT /F1 11 Tf 72 700 Td (A page of print with more than ten words that nobody had to scan.) Tj ET",
    );
    let mut pages = vec![pdf.add_page(contents, "")];
    let texts: Vec<String> = (2..scans + 2).map(page_about).collect();
    for (number, picture) in pictures_of(&texts).into_iter().enumerate() {
        let is_last = number + 1 == scans;
        let stamp = if is_last {
            "BT /F1 8 Tf 20 10 Td (Made by a scanner) Tj ET"
        } else {
            ""
        };
        pages.push(add_scan(&mut pdf, picture, stamp, ""));
    }
    pdf.write(&pages)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn scans_and_printed_pages_of_one_document_are_read(db: PgPool) {
    testing::watch_states(&db).await;
    let library = Library::new(&db).await;
    let _worker = reading_scans(&library);
    let id = library.upload("old-letters.pdf", &half_scanned(2)).await;
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.status, document.reason, document.pages_read),
        (Status::Completed, None, 3)
    );
    assert!(library.page(id, 1).await.contains("nobody had to scan"));
    for number in [2, 3] {
        let text = library.page(id, number).await;
        let sentences = text.matches("is written for those who wait.").count();
        assert_eq!(sentences, 12, "page {number}: {text}");
        assert!(
            text.contains(&format!("Comfort number 7 on page {number} is")),
            "page {number}: {text}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_page_whose_words_belong_to_no_language_is_read_like_a_scan(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = reading_scans(&library);
    let file = pdf_writer::with_shifted_map(&[page_about(1)]);
    let id = library.upload("shifted.pdf", &file).await;
    assert_eq!(library.until_processed(id).await.reason, None);
    let text = library.page(id, 1).await;
    assert!(text.contains("Comfort number 7 on page 1 is"), "{text}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pictures_without_a_word_end_with_a_reason(db: PgPool) {
    let library = Library::new(&db).await;
    let mut worker = reading_scans(&library);
    let grey = || (64, 64, vec![127; 64 * 64]);
    let mut plain = Pdf::new();
    let page = add_scan(&mut plain, grey(), "", "");
    let mut wall = Pdf::new();
    let of_a_wall = add_scan(&mut wall, grey(), "", "/MediaBox [0 0 1000000000 1000000000]");
    let mut strip = Pdf::new();
    let of_a_strip = add_scan(&mut strip, grey(), "", "/MediaBox [0 0 1000000 1]");
    for (name, file) in [
        ("grey.pdf", plain.write(&[page])),
        ("wall.pdf", wall.write(&[of_a_wall])),
        ("strip.pdf", strip.write(&[of_a_strip])),
    ] {
        let id = library.upload(name, &file).await;
        assert_eq!(
            library.until_processed(id).await.reason.as_deref(),
            Some(NO_TEXT),
            "{name}"
        );
    }
    assert!(worker.runs());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn when_tesseract_is_killed_its_page_is_read_again(db: PgPool) {
    let library = Library::new(&db).await;
    let worker = reading_scans(&library);
    let id = library.upload("old-letters.pdf", &half_scanned(3)).await;
    let mut tesseract = None;
    until("a scan is being read", async || {
        tesseract = readers_of(worker.id()).into_iter().find(|pid| {
            std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "tesseract")
        });
        // It is stopped first, so that it cannot end by itself.
        tesseract.is_some_and(|pid| send_signal("STOP", pid))
    })
    .await;
    assert!(send_signal("KILL", tesseract.expect("seen")));
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.status, document.reason, document.pages_read),
        (Status::Completed, None, 4)
    );
    assert!(library.page(id, 2).await.contains("Comfort number 11 on page 2"));
    assert!(library.page(id, 4).await.contains("Comfort number 11 on page 4"));
}

/// The system does not bind root to a limit of processes, so root tries it as another user.
#[cfg(target_os = "linux")]
#[test]
fn the_ocr_process_can_start_no_other_process() {
    let xargs = |locked: bool| {
        let mut command = if locked {
            let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
            command.args(["read-scan", "/usr/bin/xargs", "300", &std::process::id().to_string()]);
            command
        } else {
            let mut command = Command::new("/usr/bin/xargs");
            command.arg("echo");
            command
        };
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY);
        }
        command.stdin(Stdio::null()).output().expect("it runs")
    };
    assert!(xargs(false).status.success(), "it would start a process");
    let said = String::from_utf8_lossy(&xargs(true).stderr).into_owned();
    assert!(said.contains("fork"), "{said}");
}

#[cfg(target_os = "linux")]
const NOBODY: u32 = 65_534;

#[cfg(target_os = "linux")]
#[test]
fn the_ocr_process_reads_only_installed_files() {
    let folder = tempfile::tempdir().expect("a folder");
    // A shell runs its first argument as a script, and that argument is `stdin`.
    std::fs::write(folder.path().join("stdin"), "echo escaped").expect("written");
    let free = Command::new("/bin/sh").arg("stdin").current_dir(folder.path()).output();
    assert_eq!(free.expect("it runs").stdout, b"escaped\n", "it would read the script");
    let locked = Command::new(env!("CARGO_BIN_EXE_worker"))
        .args(["read-scan", "/bin/sh", "300", &std::process::id().to_string()])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(locked.stdout, b"");
    let said = String::from_utf8_lossy(&locked.stderr);
    assert!(said.contains("stdin"), "it is the script that cannot be read: {said}");
}
