//! `worker extract-pdf`: reads the document on standard input and sends its pages as frames on standard output.
//!
//! Invariant: it enters the sandbox before it reads the first byte, and holds one page at a time.

use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use pdfium_render::prelude::{PdfDocument, PdfPageText, PdfPageTextChars, Pdfium, PdfiumError, PdfiumInternalError};

use super::frame::{Frame, MAX_PAGE_LEN, Refusal, Scan, send};
use super::layout::{Word, in_reading_order};
use super::picture::{self, Picture};
use super::sandbox;

/// A document with more pages is refused.
const MAX_PAGES: i32 = 20_000;

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
    send(out, &Frame::Opened(number_of_pages))?;
    let mut any_page_opened = after > 0;
    for index in after..number_of_pages {
        // A damaged page counts as one without text; the others may be fine.
        let page = pages.get(index).ok();
        any_page_opened |= page.is_some();
        let words = page
            .as_ref()
            .and_then(|page| page.text().ok())
            .map(|text| words(&text))
            .unwrap_or_default();
        let number = index + 1;
        let picture = page
            .filter(|_| scans)
            .and_then(|page| picture::of_scan(&page, words.len()));
        if let Some(picture) = picture {
            send_picture(out, number, &picture)?;
            continue;
        }
        let lines = in_reading_order(&words);
        if lines.len() > MAX_PAGE_LEN {
            return Ok(Frame::Refused(Refusal::TooLarge));
        }
        send(out, &Frame::Page { number, lines })?;
    }
    Ok(if any_page_opened || after >= number_of_pages {
        Frame::Done
    } else {
        Frame::Refused(Refusal::Damaged)
    })
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

/// The words of a page as PDFium sees them, each with its position.
fn words(text: &PdfPageText<'_>) -> Vec<Word> {
    let chars = text.chars();
    let mut words = Vec::new();
    let mut open: Option<(String, usize, usize)> = None;
    for index in 0..chars.len() {
        let letter = chars.get(index).ok().and_then(|char| char.unicode_char());
        match (letter.filter(|&letter| is_part_of_word(letter)), &mut open) {
            (Some(letter), Some((word, _, last))) => {
                word.push(letter);
                *last = index;
            }
            (Some(letter), None) => open = Some((letter.to_string(), index, index)),
            (None, open) => words.extend(open.take().map(|word| with_position(&chars, word))),
        }
    }
    words.extend(open.map(|word| with_position(&chars, word)));
    words
}

/// PDFium writes U+0002 for a hyphen that divides a word at the end of a line.
fn is_part_of_word(letter: char) -> bool {
    letter == '\u{2}' || !(letter.is_whitespace() || letter.is_control())
}

/// A word with the position that its first and last characters give.
fn with_position(chars: &PdfPageTextChars<'_>, (word, first, last): (String, usize, usize)) -> Word {
    let position = |index| {
        let bounds = chars.get(index).ok()?.loose_bounds().ok()?;
        Some([bounds.left(), bounds.right(), bounds.bottom(), bounds.top()].map(|points| points.value))
    };
    let begin = position(first).unwrap_or_default();
    let end = position(last).unwrap_or(begin);
    Word {
        text: word,
        left: begin[0].min(end[0]),
        right: begin[1].max(end[1]),
        bottom: begin[2].min(end[2]),
        top: begin[3].max(end[3]),
    }
}
