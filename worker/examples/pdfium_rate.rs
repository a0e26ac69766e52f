//! The plain baseline of `bin/bench documents`: PDFium alone, in this process, one file after another. It extracts the
//! raw text of each page; nothing is reordered, chunked, stored or indexed.
//!
//! usage: `pdfium_rate FOLDER`, with the settings of a worker.

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use pdfium_render::prelude::Pdfium;
use shared::config::Config;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).context("which folder?")?;
    let library = Config::from_env()?.documents.pdfium_library;
    let pdfium = Pdfium::new(Pdfium::bind_to_library(library).context("PDFium cannot be loaded")?);
    let began = Instant::now();
    let (mut pages, mut letters) = (0_u32, 0);
    for entry in std::fs::read_dir(Path::new(&folder))? {
        let path = entry?.path();
        if path
            .extension()
            .is_none_or(|ending| !ending.eq_ignore_ascii_case("pdf"))
        {
            continue;
        }
        // Some files are damaged on purpose or encrypted.
        let Ok(document) = pdfium.load_pdf_from_file(&path, None) else {
            continue;
        };
        for page in document.pages().iter() {
            letters += page.text().map_or(0, |text| text.all().len());
            pages += 1;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    writeln!(
        std::io::stdout(),
        "PDFium alone: {pages} pages, {letters} letters in {seconds:.2} s: {:.0} pages a second",
        f64::from(pages) / seconds
    )?;
    Ok(())
}
