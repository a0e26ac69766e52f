//! The teaching library: completed documents, to search and to read page by page.
//!
//! Invariant: every signed-in user sees titles; only subscribers see the text.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::document::{Heading, headings_of};
use crate::error::{Error, Result};
use crate::search::{Hit, Query};
use crate::user::User;

/// A completed document, as the library lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryDocument {
    /// The id of the document.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// Who wrote it, if that is known.
    pub author: Option<String>,
    /// How many pages it has.
    pub pages: i32,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its document.
    pub document: LibraryDocument,
    /// Its number, starting at 1.
    pub number: i32,
    /// Its paragraphs, separated by empty lines; empty if the page has no text.
    pub text: String,
}

/// All completed documents, by title.
pub async fn documents(db: &PgPool) -> Result<Vec<LibraryDocument>> {
    let documents = sqlx::query_as!(
        LibraryDocument,
        r#"select id, title, author, coalesce(pages, 0) as "pages!" from document where status = 'completed' order by lower(title), id"#
    )
    .fetch_all(db)
    .await?;
    Ok(documents)
}

/// Passages that match a query.
///
/// # Errors
/// `PremiumRequired` without premium.
pub async fn search(ctx: &Ctx, reader: &User, query: Query, now: OffsetDateTime) -> Result<Vec<Hit>> {
    require_premium(reader, now)?;
    let search = ctx.search.clone();
    tokio::task::spawn_blocking(move || search.find(&query))
        .await
        .map_err(Error::internal)?
}

/// Reads a page of a document.
///
/// # Errors
/// `PremiumRequired` without premium; `NotFound` if there is no such page.
pub async fn page(ctx: &Ctx, reader: &User, document: Uuid, number: i32, now: OffsetDateTime) -> Result<Page> {
    require_premium(reader, now)?;
    let row = sqlx::query!(
        r#"select d.title, d.author, coalesce(d.pages, 0) as "pages!", coalesce(p.text, '') as "text!"
           from document d join document_page p on p.document_id = d.id
           where d.id = $1 and p.number = $2 and d.status = 'completed'"#,
        document,
        number
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(Error::NotFound)?;
    Ok(Page {
        document: LibraryDocument {
            id: document,
            title: row.title,
            author: row.author,
            pages: row.pages,
        },
        number,
        text: row.text,
    })
}

/// The headings of a document, in order.
///
/// # Errors
/// `PremiumRequired` without premium; `NotFound` if there is no such document.
pub async fn contents(ctx: &Ctx, reader: &User, document: Uuid, now: OffsetDateTime) -> Result<Vec<Heading>> {
    require_premium(reader, now)?;
    let mut connection = ctx.db.acquire().await?;
    sqlx::query_scalar!(
        "select id from document where id = $1 and status = 'completed'",
        document
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(Error::NotFound)?;
    headings_of(&mut connection, document).await
}

fn require_premium(reader: &User, now: OffsetDateTime) -> Result<()> {
    if reader.is_premium(now) {
        Ok(())
    } else {
        Err(Error::PremiumRequired)
    }
}
