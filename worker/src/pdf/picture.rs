//! Renders scans: pages that hold a picture and hardly any text.
//!
//! Invariant: no picture is larger than `MAX_PIXELS`, whatever the size of the page.

use pdfium_render::prelude::{
    PdfBitmapFormat, PdfPage, PdfPageObjectCommon as _, PdfPageObjectType, PdfPageObjectsCommon as _, PdfRenderConfig,
};

/// A page with this many words is no scan. A scan has at most the stamp of the program that made it.
const MIN_WORDS: usize = 10;
/// A page with few words is a scan if a picture covers this share of it.
const MIN_PICTURE_SHARE: f32 = 0.5;
/// The resolution that OCR programs are made for.
const OCR_DPI: f32 = 300.0;
const POINTS_PER_INCH: f32 = 72.0;
/// A few rows less than `MAX_PIXELS`, to leave room for rounding.
const MAX_DRAWN_PIXELS: f32 = 15_900_000.0;
const MAX_SIDE: f32 = 8_000.0;

/// Grey values, row by row from the top, one byte each.
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub dpi: u32,
    pub shades: Vec<u8>,
}

/// The picture of a page that looks like a scan.
pub fn of_scan(page: &PdfPage<'_>, words: usize) -> Option<Picture> {
    (words < MIN_WORDS && has_picture(page, words)).then(|| draw(page))?
}

/// A page without words has a picture if it has anything.
fn has_picture(page: &PdfPage<'_>, words: usize) -> bool {
    let enough = page.width().value * page.height().value * MIN_PICTURE_SHARE;
    page.objects().iter().any(|object| {
        let covered = || {
            object
                .bounds()
                .map_or(0.0, |bounds| bounds.width().value * bounds.height().value)
        };
        words == 0 || object.object_type() != PdfPageObjectType::Text && covered() >= enough
    })
}

fn draw(page: &PdfPage<'_>) -> Option<Picture> {
    let (width, height) = (page.width().value, page.height().value);
    let scale = scale(width, height)?;
    let (columns, rows) = (rounded(width * scale), rounded(height * scale));
    let settings = PdfRenderConfig::new()
        .set_fixed_size(i32::try_from(columns).ok()?, i32::try_from(rows).ok()?)
        // PDFium draws no text into a greyscale bitmap. In this format the first three bytes of a pixel are equal.
        .set_format(PdfBitmapFormat::BGRx)
        .use_grayscale_rendering(true)
        .render_annotations(false);
    let pixels = page.render_with_config(&settings).ok()?.as_raw_bytes();
    let shades: Vec<u8> = pixels.iter().step_by(4).copied().collect();
    (shades.len() == columns as usize * rows as usize).then_some(Picture {
        width: columns,
        height: rows,
        dpi: rounded(scale * POINTS_PER_INCH),
        shades,
    })
}

/// Pixels per point: as many as OCR can use, fewer for a huge page.
fn scale(width: f32, height: f32) -> Option<f32> {
    let scale = (OCR_DPI / POINTS_PER_INCH)
        .min((MAX_DRAWN_PIXELS / (width * height)).sqrt())
        .min(MAX_SIDE / width.max(height));
    (scale.is_finite() && scale > 0.0).then_some(scale)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between nothing and MAX_SIDE"
)]
fn rounded(length: f32) -> u32 {
    (length.round() as u32).max(1)
}
