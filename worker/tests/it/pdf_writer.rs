//! A small PDF writer for valid, odd and hostile documents.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A file under construction. Object 1 is the catalog, object 2 the page tree.
pub struct Pdf {
    objects: Vec<Vec<u8>>,
    trailer: String,
}

/// The numbers of the objects that every file has.
const CATALOG: usize = 1;
const PAGES: usize = 2;
const FONT: usize = 3;

impl Pdf {
    /// A file without pages.
    pub fn new() -> Self {
        let font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
        let catalog = format!("<< /Type /Catalog /Pages {PAGES} 0 R >>");
        Self {
            objects: vec![catalog.into_bytes(), Vec::new(), font.to_vec()],
            trailer: String::new(),
        }
    }

    /// Adds an object and returns its number.
    pub fn add(&mut self, object: impl Into<Vec<u8>>) -> usize {
        self.objects.push(object.into());
        self.objects.len()
    }

    /// Adds a stream with the entries of its dictionary.
    pub fn add_stream(&mut self, entries: &str, bytes: &[u8]) -> usize {
        let mut object = format!("<< {entries} /Length {} >>\nstream\n", bytes.len()).into_bytes();
        object.extend_from_slice(bytes);
        object.extend_from_slice(b"\nendstream");
        self.add(object)
    }

    /// Replaces an object.
    pub fn set(&mut self, number: usize, object: impl Into<Vec<u8>>) {
        self.objects[number - 1] = object.into();
    }

    /// Adds entries to the trailer.
    pub fn trail(&mut self, entries: &str) {
        self.trailer.push_str(entries);
    }

    /// Adds a page with a content stream and these entries.
    pub fn add_page(&mut self, contents: usize, entries: &str) -> usize {
        self.add(format!(
            "<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 595 842] \
             /Resources << /Font << /F1 {FONT} 0 R >> >> /Contents {contents} 0 R {entries} >>"
        ))
    }

    /// Writes the file with these pages.
    pub fn write(mut self, pages: &[usize]) -> Vec<u8> {
        let kids: Vec<String> = pages.iter().map(|page| format!("{page} 0 R")).collect();
        let tree = format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" "));
        if self.objects[PAGES - 1].is_empty() {
            self.set(PAGES, tree);
        }
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut places = Vec::new();
        // Catalog and page tree come last, so that a truncated file has neither.
        let order = (PAGES + 1..=self.objects.len()).chain([CATALOG, PAGES]);
        for number in order {
            places.push((number, file.len()));
            file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            file.extend_from_slice(&self.objects[number - 1]);
            file.extend_from_slice(b"\nendobj\n");
        }
        places.sort_unstable();
        let start = file.len();
        let entries: Vec<String> = places
            .iter()
            .map(|(_, place)| format!("{place:010} 00000 n \n"))
            .collect();
        let size = places.len() + 1;
        let trailer = self.trailer.replace("SELF", &start.to_string());
        let table = format!(
            "xref\n0 {size}\n0000000000 65535 f \n{}trailer\n<< /Size {size} /Root {CATALOG} 0 R {trailer} >>\n\
             startxref\n{start}\n%%EOF\n",
            entries.concat()
        );
        file.extend_from_slice(table.as_bytes());
        file
    }
}

/// A document with one page per text, line by line.
pub fn text(pages: &[String]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let numbers: Vec<usize> = pages
        .iter()
        .map(|page| {
            let contents = pdf.add_stream("", drawn(page).as_bytes());
            pdf.add_page(contents, "")
        })
        .collect();
    pdf.write(&numbers)
}

fn drawn(page: &str) -> String {
    let lines: Vec<String> = page
        .lines()
        .map(|line| {
            let line = line.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
            format!("({line}) Tj 0 -14 Td")
        })
        .collect();
    format!("BT /F1 11 Tf 72 760 Td {} ET", lines.join("\n"))
}

/// Shows a line of text in this size, its baseline beginning here.
pub fn line(left: f32, baseline: f32, size: f32, text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /F1 {size} Tf {left} {baseline} Td ({text}) Tj ET\n")
}

/// Shows lines of text in this size one below the other.
pub fn lines(left: f32, top: f32, size: f32, text: &[&str]) -> String {
    let baselines = (0_u16..).map(|line| top - f32::from(line) * size * 1.4);
    text.iter()
        .zip(baselines)
        .map(|(text, baseline)| line(left, baseline, size, text))
        .collect()
}

/// A document with a page for each content stream, and the entries of that page.
pub fn drawn_pages(pages: &[(String, &str)]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let numbers: Vec<usize> = pages
        .iter()
        .map(|(contents, entries)| {
            let contents = pdf.add_stream("", contents.as_bytes());
            pdf.add_page(contents, entries)
        })
        .collect();
    pdf.write(&numbers)
}

/// Pages of text that look right, in a font whose table says that each letter is another one, three further on.
pub fn with_shifted_map(pages: &[String]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let entries: Vec<String> = (0x21..0x7b)
        .map(|code| format!("<{code:02X}> <{:04X}>\n", code + 3))
        .collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def \
         1 begincodespacerange <00> <FF> endcodespacerange\n{} beginbfchar\n{}endbfchar endcmap end end",
        entries.len(),
        entries.concat()
    );
    let map = pdf.add_stream("", map.as_bytes());
    let shifted = pdf.add(format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode {map} 0 R >>"
    ));
    let mut numbers = Vec::new();
    for page in pages {
        let contents = pdf.add_stream("", drawn(page).as_bytes());
        numbers.push(pdf.add_page(contents, &format!("/Resources << /Font << /F1 {shifted} 0 R >> >>")));
    }
    pdf.write(&numbers)
}

/// A document of one page in a script that the standard fonts lack. A `ToUnicode` table maps the glyphs to letters.
pub fn script(lines: &[&str]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut letters: Vec<char> = lines.concat().chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let entries: Vec<String> = letters
        .iter()
        .map(|letter| format!("<{code:04X}> <{code:04X}>\n", code = *letter as u32))
        .collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def \
         1 begincodespacerange <0000> <FFFF> endcodespacerange\n{} beginbfchar\n{}endbfchar endcmap end end",
        entries.len(),
        entries.concat()
    );
    let map = pdf.add_stream("", map.as_bytes());
    let descriptor = pdf.add(
        "<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 \
         /Descent -200 /CapHeight 700 /StemV 80 >>",
    );
    let descendant = pdf.add(format!(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
         /Supplement 0 >> /FontDescriptor {descriptor} 0 R /DW 1000 >>"
    ));
    pdf.set(
        FONT,
        format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [{descendant} 0 R] \
             /ToUnicode {map} 0 R >>"
        ),
    );
    let drawn: Vec<String> = lines
        .iter()
        .map(|line| {
            let codes: Vec<String> = line.chars().map(|letter| format!("{:04X}", letter as u32)).collect();
            format!("<{}> Tj 0 -16 Td", codes.concat())
        })
        .collect();
    let contents = format!("BT /F1 12 Tf 72 760 Td {} ET", drawn.join("\n"));
    let contents = pdf.add_stream("", contents.as_bytes());
    let page = pdf.add_page(contents, "");
    pdf.write(&[page])
}

/// Bytes as the filter `FlateDecode` takes them.
pub fn deflated(write: impl FnOnce(&mut ZlibEncoder<Vec<u8>>) -> std::io::Result<()>) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    write(&mut encoder).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// The same bytes again and again, deflated.
pub fn deflated_repeat(piece: &[u8], times: usize) -> Vec<u8> {
    let block = piece.repeat(1024);
    deflated(|encoder| (0..times.div_ceil(1024)).try_for_each(|_| encoder.write_all(&block)))
}
