//! The contents of a document: its headings, and the heading under which each passage begins.
//!
//! Invariant: a heading is stored once, however often reading resumes.

use std::collections::VecDeque;

use sqlx::PgConnection;
use uuid::Uuid;

use super::text::Passage;
use crate::error::Result;

/// A document has at most this many headings; the rest is left out.
pub const MAX_HEADINGS: usize = 1000;
/// The maximum length of a heading, in characters.
pub const MAX_HEADING_LEN: usize = 100;

/// A heading of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The page on which it stands.
    pub page: i32,
    /// Its level, from 1 (a part or chapter) to 6.
    pub level: i16,
    /// Its words.
    pub title: String,
}

/// Stores headings in their order. Those of a page that has some already are skipped.
pub(super) async fn store(tx: &mut PgConnection, id: Uuid, headings: impl Iterator<Item = &Heading>) -> Result<()> {
    let mut headings: Vec<&Heading> = headings.collect();
    if headings.is_empty() {
        return Ok(());
    }
    // Stable: headings of one page keep their order.
    headings.sort_by_key(|heading| heading.page);
    let mut positions: Vec<i16> = Vec::with_capacity(headings.len());
    for (index, heading) in headings.iter().enumerate() {
        let is_next = index > 0 && headings[index - 1].page == heading.page;
        positions.push(if is_next { positions[index - 1] + 1 } else { 0 });
    }
    let pages: Vec<i32> = headings.iter().map(|heading| heading.page).collect();
    let levels: Vec<i16> = headings.iter().map(|heading| heading.level).collect();
    let titles: Vec<&str> = headings.iter().map(|heading| heading.title.as_str()).collect();
    sqlx::query!(
        "insert into document_heading (document_id, page, position, level, title)
         select $1, * from unnest($2::int[], $3::smallint[], $4::smallint[], $5::text[]) on conflict do nothing",
        id,
        &pages,
        &positions,
        &levels,
        &titles as &[&str]
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The headings of a document, in order.
pub async fn of(connection: &mut PgConnection, id: Uuid) -> Result<Vec<Heading>> {
    let headings = sqlx::query_as!(
        Heading,
        "select page, level, title from document_heading where document_id = $1 order by page, position",
        id
    )
    .fetch_all(connection)
    .await?;
    Ok(headings)
}

/// Finds the heading of each passage, in the order of the document.
pub(super) struct Headings {
    coming: VecDeque<Heading>,
    current: Option<String>,
}

impl Headings {
    pub fn new(headings: Vec<Heading>) -> Self {
        Self {
            coming: headings.into(),
            current: None,
        }
    }

    /// The heading under which a passage begins, or which it contains; none before the first.
    ///
    /// An outline only tells pages: on its page a heading counts from the passage that has its words.
    pub fn of(&mut self, passage: &Passage) -> Option<String> {
        let mut letters = None;
        while let Some(next) = self.coming.front().filter(|next| next.page <= passage.last_page) {
            let is_passed = next.page < passage.page;
            let letters = letters.get_or_insert_with(|| letters_of(&passage.text));
            if !is_passed && !letters.contains(&letters_of(&next.title)) {
                break;
            }
            self.current = self.coming.pop_front().map(|heading| heading.title);
        }
        self.current.clone()
    }
}

fn letters_of(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(page: i32, last_page: i32, text: &str) -> Passage {
        Passage {
            page,
            last_page,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_passage_knows_the_heading_under_which_it_begins() {
        let heading = |page, title: &str| Heading {
            page,
            level: 1,
            title: title.to_owned(),
        };
        let mut headings = Headings::new(vec![
            heading(2, "Of Patience"),
            heading(2, "Of the Long Night"),
            heading(4, "Of a Word That Is Printed Otherwise"),
        ]);
        let mut of = |page, last_page, text| headings.of(&passage(page, last_page, text));
        assert_eq!(of(1, 1, "A preface."), None);
        assert_eq!(of(2, 2, "The preface goes on."), None);
        assert_eq!(
            of(2, 2, "OF PATIENCE. The farmer waits.").as_deref(),
            Some("Of Patience")
        );
        assert_eq!(of(2, 3, "He waits for rain.").as_deref(), Some("Of Patience"));
        assert_eq!(of(3, 3, "Night comes.").as_deref(), Some("Of the Long Night"));
        assert_eq!(of(4, 4, "A page.").as_deref(), Some("Of the Long Night"));
        assert_eq!(
            of(5, 5, "The end.").as_deref(),
            Some("Of a Word That Is Printed Otherwise")
        );
    }
}
