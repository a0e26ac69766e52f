//! The teaching library: documents that can be found, to search in and to read page by page.
//!
//! Invariant: everybody who is signed in sees titles; what stands in the books is for people with premium.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::search::{Found, Query};
use crate::user::User;

/// A book of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// Its document.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// How many pages it has.
    pub pages: i32,
}

/// A page of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The book.
    pub book: Book,
    /// Its number, from 1 on.
    pub number: i32,
    /// Its paragraphs, which an empty line parts; empty if there is nothing to read on it.
    pub text: String,
}

/// All books, by title.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn books(db: &PgPool) -> Result<Vec<Book>> {
    let books = sqlx::query_as!(
        Book,
        r#"select id, title, coalesce(pages, 0) as "pages!" from document where status = 'completed' order by lower(title), id"#
    )
    .fetch_all(db)
    .await?;
    Ok(books)
}

/// Passages in which the words of a query stand.
///
/// # Errors
/// `PremiumRequired` without premium; `Internal` if the index cannot be read.
pub async fn search(ctx: &Ctx, reader: &User, query: Query, now: OffsetDateTime) -> Result<Vec<Found>> {
    has_premium(reader, now)?;
    let search = ctx.search.clone();
    tokio::task::spawn_blocking(move || search.find(&query))
        .await
        .map_err(Error::internal)?
}

/// A page of a book.
///
/// # Errors
/// `PremiumRequired` without premium; `NotFound` if there is no such page.
pub async fn page(ctx: &Ctx, reader: &User, book: Uuid, number: i32, now: OffsetDateTime) -> Result<Page> {
    has_premium(reader, now)?;
    let row = sqlx::query!(
        r#"select d.title, coalesce(d.pages, 0) as "pages!", coalesce(p.text, '') as "text!"
           from document d join document_page p on p.document_id = d.id
           where d.id = $1 and p.number = $2 and d.status = 'completed'"#,
        book,
        number
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(Error::NotFound)?;
    Ok(Page {
        book: Book {
            id: book,
            title: row.title,
            pages: row.pages,
        },
        number,
        text: row.text,
    })
}

fn has_premium(reader: &User, now: OffsetDateTime) -> Result<()> {
    if reader.is_premium(now) {
        Ok(())
    } else {
        Err(Error::PremiumRequired)
    }
}
