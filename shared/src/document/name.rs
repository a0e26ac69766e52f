//! File names of uploads, which are untrusted input.
//!
//! Invariant: a `FileName` is not a path, has no invisible or bidirectional control characters, and ends in `.pdf`. The
//! fuzz target `upload` includes this file, so it must not depend on other modules.

use unicode_normalization::UnicodeNormalization as _;

/// The maximum length of a stem, in characters. Longer ones are truncated.
const MAX_LEN: usize = 200;
const EXTENSION: &str = ".pdf";

/// The name of an uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

/// A name without the extension `.pdf`, made safe to display.
#[derive(Debug)]
pub struct NotPdf(pub String);

impl FileName {
    /// Parses a name from a browser. Folders and invisible characters are removed, and accents joined to their letters
    /// (NFC): a Mac sends them apart.
    ///
    /// # Errors
    /// `NotPdf` if it does not end in `.pdf`.
    pub fn parse(sent: &str) -> Result<Self, NotPdf> {
        let shown: String = sent.chars().filter(|&letter| !is_hidden(letter)).nfc().collect();
        let last = shown.rsplit(['/', '\\']).next().unwrap_or_default().trim();
        let stem = strip_extension(last).map(|stem| stem.trim_matches(is_trimmed));
        match stem {
            Some(stem) if !stem.is_empty() => {
                let stem: String = stem.chars().take(MAX_LEN).collect();
                Ok(Self(format!("{}{EXTENSION}", stem.trim_end_matches(is_trimmed))))
            }
            Some(_) | None => Err(NotPdf(last.chars().take(MAX_LEN).collect())),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name for the `nth` file of this name, for example `name (2).pdf`.
    pub fn numbered(&self, nth: usize) -> String {
        match nth {
            0 | 1 => self.0.clone(),
            nth => format!("{} ({nth}){EXTENSION}", self.stem()),
        }
    }

    /// The title of the document: the name without extension, dashes and underscores.
    pub fn title(&self) -> String {
        let words = self.stem().replace(['_', '-'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut letters = words.chars();
        let first = letters.next().map(char::to_uppercase);
        let title: String = first.into_iter().flatten().chain(letters).collect();
        if title.is_empty() { self.0.clone() } else { title }
    }

    fn stem(&self) -> &str {
        strip_extension(&self.0).unwrap_or(&self.0)
    }
}

fn strip_extension(name: &str) -> Option<&str> {
    let (stem, ending) = name.split_at_checked(name.len().checked_sub(EXTENSION.len())?)?;
    ending.eq_ignore_ascii_case(EXTENSION).then_some(stem)
}

/// Characters trimmed from both ends of a stem.
fn is_trimmed(letter: char) -> bool {
    letter == '.' || letter.is_whitespace()
}

/// Control characters, line breaks, bidirectional controls and zero-width characters.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_folders_and_invisible_characters() {
        for (sent, kept) in [
            ("sermon.pdf", "sermon.pdf"),
            ("SERMON.PDF", "SERMON.pdf"),
            ("../../etc/x.pdf", "x.pdf"),
            ("C:\\books\\a b.pdf", "a b.pdf"),
            ("line\r\nbreak.pdf", "linebreak.pdf"),
            ("tfel\u{202e}fdp.exe.pdf", "tfelfdp.exe.pdf"),
            ("..pdf.pdf", "pdf.pdf"),
            ("愛.pdf", "愛.pdf"),
            ("Oracio\u{301}n para el man\u{303}ana.pdf", "Oración para el mañana.pdf"),
            ("L\u{4}\u{331}.pdf", "\u{1e3a}.pdf"),
            (".\u{a0}.a.\u{3000}.pdf", "a.pdf"),
        ] {
            assert_eq!(FileName::parse(sent).expect("a name").as_str(), kept);
        }
        let long = FileName::parse(&format!("{}.pdf", "é".repeat(300))).expect("a name");
        assert_eq!(long.as_str().chars().count(), MAX_LEN + EXTENSION.len());
        let cut = FileName::parse(&format!("{}. b.pdf", "a".repeat(MAX_LEN - 1))).expect("a name");
        assert_eq!(
            cut.as_str(),
            format!("{}.pdf", "a".repeat(MAX_LEN - 1)),
            "found by fuzzing"
        );
    }

    #[test]
    fn names_without_the_extension_pdf_are_refused() {
        for sent in [
            "",
            ".pdf",
            "/.pdf",
            "notes.txt",
            "pdf",
            "a.pdf/",
            "a.pdf\u{0}.exe",
            "../../x",
        ] {
            assert!(FileName::parse(sent).is_err(), "{sent:?}");
        }
    }

    #[test]
    fn duplicate_names_are_numbered_and_titles_are_readable() {
        let name = FileName::parse("a-cure_for  care.pdf").expect("a name");
        assert_eq!(name.numbered(1), "a-cure_for  care.pdf");
        assert_eq!(name.numbered(2), "a-cure_for  care (2).pdf");
        assert_eq!(name.title(), "A cure for care");
        assert_eq!(FileName::parse("-.pdf").expect("a name").title(), "-.pdf");
    }
}
