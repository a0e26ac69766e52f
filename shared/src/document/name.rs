//! Names of files: data that people chose, shown to people.
//!
//! Invariant: a `FileName` is no path, holds nothing that hides or reorders letters, and ends in `.pdf`. The fuzz target
//! `upload` is built from this file, which therefore names no other of ours.

/// Longer names are shortened in the middle of their stem.
const MAX_LEN: usize = 200;
const ENDING: &str = ".pdf";

/// The name of a file that was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

/// A name that is not that of a PDF, as far as it can be shown.
#[derive(Debug)]
pub struct NotPdf(pub String);

impl FileName {
    /// Reads the name as a browser sent it. What cannot be shown is left out, and so are folders.
    ///
    /// # Errors
    /// `NotPdf` if it does not end in `.pdf`.
    pub fn parse(sent: &str) -> Result<Self, NotPdf> {
        let shown: String = sent.chars().filter(|&letter| !is_hidden(letter)).collect();
        let last = shown.rsplit(['/', '\\']).next().unwrap_or_default().trim();
        let stem = without_ending(last).map(|stem| stem.trim_matches(is_edge));
        match stem {
            Some(stem) if !stem.is_empty() => {
                let stem: String = stem.chars().take(MAX_LEN).collect();
                Ok(Self(format!("{}{ENDING}", stem.trim_end_matches(is_edge))))
            }
            Some(_) | None => Err(NotPdf(last.chars().take(MAX_LEN).collect())),
        }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name for the `nth` file that is called so: `name (2).pdf`.
    #[must_use]
    pub fn numbered(&self, nth: usize) -> String {
        match nth {
            0 | 1 => self.0.clone(),
            nth => format!("{} ({nth}){ENDING}", self.stem()),
        }
    }

    /// The title under which people see the document: the name without what only files have.
    #[must_use]
    pub fn title(&self) -> String {
        let words = self.stem().replace(['_', '-'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut letters = words.chars();
        let first = letters.next().map(char::to_uppercase);
        let title: String = first.into_iter().flatten().chain(letters).collect();
        if title.is_empty() { self.0.clone() } else { title }
    }

    fn stem(&self) -> &str {
        without_ending(&self.0).unwrap_or(&self.0)
    }
}

fn without_ending(name: &str) -> Option<&str> {
    let (stem, ending) = name.split_at_checked(name.len().checked_sub(ENDING.len())?)?;
    ending.eq_ignore_ascii_case(ENDING).then_some(stem)
}

/// What no stem begins or ends with.
fn is_edge(letter: char) -> bool {
    letter == '.' || letter.is_whitespace()
}

/// Controls, line breaks, and marks that turn the direction of writing or take no room.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_data_and_never_paths() {
        for (sent, kept) in [
            ("sermon.pdf", "sermon.pdf"),
            ("SERMON.PDF", "SERMON.pdf"),
            ("../../etc/x.pdf", "x.pdf"),
            ("C:\\books\\a b.pdf", "a b.pdf"),
            ("line\r\nbreak.pdf", "linebreak.pdf"),
            ("tfel\u{202e}fdp.exe.pdf", "tfelfdp.exe.pdf"),
            ("..pdf.pdf", "pdf.pdf"),
            ("愛.pdf", "愛.pdf"),
            (".\u{a0}.a.\u{3000}.pdf", "a.pdf"),
        ] {
            assert_eq!(FileName::parse(sent).expect("a name").as_str(), kept);
        }
        let long = FileName::parse(&format!("{}.pdf", "é".repeat(300))).expect("a name");
        assert_eq!(long.as_str().chars().count(), MAX_LEN + ENDING.len());
        let cut = FileName::parse(&format!("{}. b.pdf", "a".repeat(MAX_LEN - 1))).expect("a name");
        assert_eq!(
            cut.as_str(),
            format!("{}.pdf", "a".repeat(MAX_LEN - 1)),
            "found by fuzzing"
        );
    }

    #[test]
    fn what_does_not_end_in_pdf_is_refused() {
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
    fn a_second_file_of_a_name_is_numbered_and_titles_are_words() {
        let name = FileName::parse("a-cure_for  care.pdf").expect("a name");
        assert_eq!(name.numbered(1), "a-cure_for  care.pdf");
        assert_eq!(name.numbered(2), "a-cure_for  care (2).pdf");
        assert_eq!(name.title(), "A cure for care");
        assert_eq!(FileName::parse("-.pdf").expect("a name").title(), "-.pdf");
    }
}
