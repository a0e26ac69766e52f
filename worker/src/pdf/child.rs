//! `worker extract-pdf`: reads the document on standard input and sends its pages as frames on standard output.
//!
//! Invariant: it enters the sandbox before it reads the first byte, and holds one page at a time.

use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use pdfium_render::prelude::{
    PdfDocument, PdfDocumentMetadataTagType, PdfPage, PdfPageRenderRotation, Pdfium, PdfiumError, PdfiumInternalError,
};

use super::frame::{Frame, MAX_PAGE_LEN, Refusal, Scan, send};
use super::layout::{Layout, Turn, Word};
use super::legible::Legibility;
use super::picture::{self, Picture};
use super::{form, outline, sandbox, words};

/// A document with more pages is refused.
const MAX_PAGES: i32 = 20_000;

/// No title and no name has more characters.
const MAX_METADATA_LEN: usize = 500;

/// Reads the document on standard input, starting after a page. With `scans`, scanned pages are sent as pictures.
///
/// # Errors
/// If the child cannot be set up, or the parent has gone. Problems of the document are sent as a frame.
pub fn extract(library: &Path, after: i32, scans: bool, parent: i32) -> Result<()> {
    sandbox::limit()?;
    sandbox::die_with_parent(parent)?;
    let bindings = Pdfium::bind_to_library(library).context("PDFium cannot be loaded")?;
    let pdfium = Pdfium::new(bindings);
    let file = std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut out = io::BufWriter::new(io::stdout().lock());
    send(&mut out, &Frame::Ready(sandbox::enter()))?;
    let last_frame = match pdfium.load_pdf_from_reader(file, None) {
        Ok(document) => read(&document, after, scans, &mut out)?,
        Err(PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::PasswordError)) => {
            Frame::Refused(Refusal::Password)
        }
        Err(_) => Frame::Refused(Refusal::Damaged),
    };
    send(&mut out, &last_frame)?;
    Ok(())
}

/// Sends the pages of an open document, and returns the last frame.
fn read(document: &PdfDocument<'_>, after: i32, scans: bool, out: &mut impl Write) -> Result<Frame> {
    let pages = document.pages();
    let number_of_pages = pages.len();
    if number_of_pages > MAX_PAGES {
        return Ok(Frame::Refused(Refusal::TooLarge));
    }
    if number_of_pages < 1 {
        return Ok(Frame::Refused(Refusal::Damaged));
    }
    send(out, &metadata(document))?;
    send(out, &Frame::Opened(number_of_pages))?;
    let outline = outline::of(document);
    let has_outline = !outline.is_empty();
    if has_outline {
        send(out, &Frame::Headings(outline))?;
    }
    let mut any_page_opened = after > 0;
    let (mut layout, mut legibility) = (Layout::default(), Legibility::default());
    for index in after..number_of_pages {
        // A damaged page counts as one without text; the others may be fine.
        let page = pages.get(index).ok();
        any_page_opened |= page.is_some();
        let upright = page.as_ref().map_or(Turn::Upright, upright);
        let mut words = page.as_ref().map(|page| words_of(page, upright)).unwrap_or_default();
        let number = index + 1;
        if !legibility.is_legible(&words) {
            words.clear();
        }
        let picture = page
            .filter(|_| scans)
            .and_then(|page| picture::of_scan(&page, words.len()));
        if let Some(picture) = picture {
            send_picture(out, number, &picture)?;
            continue;
        }
        let (lines, headings) = layout.page(words, upright);
        if lines.len() > MAX_PAGE_LEN {
            return Ok(Frame::Refused(Refusal::TooLarge));
        }
        if !has_outline && !headings.is_empty() {
            send(out, &Frame::Headings(outline::on_page(number, &headings)))?;
        }
        send(out, &Frame::Page { number, lines })?;
    }
    Ok(if any_page_opened || after >= number_of_pages {
        Frame::Done
    } else {
        Frame::Refused(Refusal::Damaged)
    })
}

fn metadata(document: &PdfDocument<'_>) -> Frame {
    let of = |tag| {
        let tag = document.metadata().get(tag)?;
        Some(tag.value().chars().take(MAX_METADATA_LEN).collect())
    };
    Frame::Metadata {
        title: of(PdfDocumentMetadataTagType::Title),
        author: of(PdfDocumentMetadataTagType::Author),
    }
}

/// The words that are printed on a page, and those that were typed onto it.
fn words_of(page: &PdfPage<'_>, upright: Turn) -> Vec<Word> {
    let mut words = page.text().map(|text| words::of_page(&text)).unwrap_or_default();
    let typed = form::typed(page, &words, upright);
    words.extend(typed);
    words
}

/// The direction of lines that are upright when the page is shown.
fn upright(page: &PdfPage<'_>) -> Turn {
    match page.rotation() {
        Ok(PdfPageRenderRotation::Degrees90) => Turn::Up,
        Ok(PdfPageRenderRotation::Degrees180) => Turn::Over,
        Ok(PdfPageRenderRotation::Degrees270) => Turn::Down,
        Ok(PdfPageRenderRotation::None) | Err(_) => Turn::Upright,
    }
}

fn send_picture(out: &mut impl Write, number: i32, picture: &Picture) -> io::Result<()> {
    let &Picture { width, height, dpi, .. } = picture;
    let scan = Scan {
        number,
        width,
        height,
        dpi,
    };
    send(out, &Frame::Scan(scan))?;
    out.write_all(&picture.shades)?;
    out.flush()
}
