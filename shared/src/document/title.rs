//! The title and the author of a document: from its metadata if that names a book and a person; else the title comes from
//! the name of its file.

use unicode_normalization::UnicodeNormalization as _;

/// The lengths of a title, in characters.
const MIN_LEN: usize = 3;
pub(super) const MAX_LEN: usize = 200;
/// What programs write where nobody wrote a title. In lower case.
const NO_TITLES: [&str; 9] = [
    "untitled",
    "unknown",
    "title",
    "document",
    "slide 1",
    "powerpoint presentation",
    "print",
    "no title",
    "none",
];
/// What programs write where nobody is named. In lower case.
const NO_AUTHORS: [&str; 9] = [
    "unknown",
    "unknown author",
    "author",
    "user",
    "admin",
    "administrator",
    "owner",
    "microsoft office user",
    "anonymous user",
];
/// What programs write before the name of a file.
const PROGRAMS: [&str; 3] = [
    "Microsoft Word - ",
    "Microsoft PowerPoint - ",
    "Microsoft Office Word - ",
];
/// The ends of names of files.
const FILE_ENDINGS: [&str; 14] = [
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".txt", ".tex", ".dvi", ".qxd", ".qxp", ".indd", ".pub", ".htm", ".html",
];

/// The title and the author in the metadata of a file, as far as they name a book and a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
}

impl Metadata {
    /// Takes what names a book and a person.
    #[must_use]
    pub fn new(title: Option<&str>, author: Option<&str>) -> Self {
        Self {
            title: title.and_then(title_in),
            author: author.and_then(author_in),
        }
    }
}

/// On one line, without control characters, and with accents joined to their letters (NFC).
pub(super) fn on_one_line(text: &str) -> String {
    let shown = text.nfc().map(|letter| if letter.is_control() { ' ' } else { letter });
    shown
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The author in metadata; none if it is the name of a program, of an account, or of nobody.
fn author_in(metadata: &str) -> Option<String> {
    let author = on_one_line(metadata);
    let length = author.chars().count();
    let lower = author.to_lowercase();
    let is_account =
        !author.contains(' ') && (lower == author || author.contains(|letter: char| letter.is_ascii_digit()));
    let is_author = (MIN_LEN..=MAX_LEN).contains(&length)
        && author.chars().filter(|letter| letter.is_alphabetic()).count() * 2 > length
        && !author.contains(['\\', '/', '_', '@', '\u{fffd}'])
        && !NO_AUTHORS.contains(&lower.as_str())
        && !is_account;
    is_author.then_some(author)
}

/// The title in metadata; none if it is the name of a file, or of nothing.
fn title_in(metadata: &str) -> Option<String> {
    let title = on_one_line(metadata);
    let length = title.chars().count();
    let lower = title.to_lowercase();
    let words = lower.split_whitespace().count();
    let is_file = PROGRAMS.iter().any(|program| title.starts_with(program))
        || FILE_ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || title.contains(['\\', '/', '_', '\u{fffd}'])
        || words == 1 && title.contains(|letter: char| letter.is_ascii_digit());
    let is_title = (MIN_LEN..=MAX_LEN).contains(&length)
        && title.chars().filter(|letter| letter.is_alphabetic()).count() * 2 > length
        && !NO_TITLES.contains(&lower.as_str())
        && !is_file;
    is_title.then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_title_of_a_book_is_taken() {
        for (metadata, title) in [
            ("The Keeper of the Lighthouse", Some("The Keeper of the Lighthouse")),
            ("  Of\u{0} Comfort\n", Some("Of Comfort")),
            ("Consolación", Some("Consolación")),
            ("untitled", None),
            ("Microsoft Word - sermon final.doc", None),
            ("14773_00_r9jm.qxd", None),
            ("C:\\books\\comfort", None),
            ("sermon2", None),
            ("12345 678", None),
            ("", None),
        ] {
            assert_eq!(title_in(metadata).as_deref(), title, "{metadata}");
        }
    }

    #[test]
    fn only_the_name_of_a_person_is_taken() {
        for (metadata, author) in [
            ("Charles H. Spurgeon", Some("Charles H. Spurgeon")),
            (" Teresa\u{0}of Ávila ", Some("Teresa of Ávila")),
            ("Augustine", Some("Augustine")),
            ("jsmith", None),
            ("HP4", None),
            ("Administrator", None),
            ("info@example.org", None),
            ("C:\\users\\me", None),
            ("", None),
        ] {
            assert_eq!(author_in(metadata).as_deref(), author, "{metadata}");
        }
    }
}
