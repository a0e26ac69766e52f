//! The title of a document: from its metadata if that names a book, else from the name of its file.

use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::Result;

/// The lengths of a title, in characters.
const MIN_LEN: usize = 3;
const MAX_LEN: usize = 200;
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

/// Gives a document that is being read the title in its metadata, if that is one.
///
/// # Errors
/// `Unavailable` if the database fails.
pub async fn set_title_from_metadata(ctx: &Ctx, id: Uuid, metadata: &str) -> Result<()> {
    let Some(title) = from_metadata(metadata) else {
        return Ok(());
    };
    sqlx::query!(
        "update document set title = $2 where id = $1 and status = 'processing' and cut_at is null",
        id,
        title
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// The title in metadata; none if it is the name of a file, or of nothing.
fn from_metadata(metadata: &str) -> Option<String> {
    let shown: String = metadata
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let title = shown.split_whitespace().collect::<Vec<_>>().join(" ");
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
            assert_eq!(from_metadata(metadata).as_deref(), title, "{metadata}");
        }
    }
}
