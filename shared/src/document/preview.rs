//! The first pages of a document as they were read, for staff.

use sqlx::PgPool;

use super::headings::{self, Heading};
use crate::error::{Error, Result};

/// How many pages with text are shown.
const MAX_PAGES: i64 = 3;
/// How much of a page is shown, in characters.
const MAX_PAGE_LEN: i32 = 4000;

/// What was read of a document so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The first pages with text: their number and their paragraphs.
    pub pages: Vec<(i32, String)>,
    /// The headings.
    pub headings: Vec<Heading>,
}

/// The first pages of a document with text, and its headings. Empty until pages are read.
///
/// # Errors
/// `NotFound` without such a document.
pub async fn preview(db: &PgPool, name: &str) -> Result<Preview> {
    let id = sqlx::query_scalar!("select id from document where name = $1", name)
        .fetch_optional(db)
        .await?
        .ok_or(Error::NotFound)?;
    let pages = sqlx::query!(
        r#"select number, left(text, $3) as "text!" from document_page
           where document_id = $1 and text <> '' order by number limit $2"#,
        id,
        MAX_PAGES,
        MAX_PAGE_LEN
    )
    .fetch_all(db)
    .await?;
    Ok(Preview {
        pages: pages.into_iter().map(|page| (page.number, page.text)).collect(),
        headings: headings::of(&mut *db.acquire().await?, id).await?,
    })
}
