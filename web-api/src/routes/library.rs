//! The library of teaching documents.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::document::Heading;
use shared::library::{self, LibraryDocument};
use shared::search::{Hit, Query as SearchQuery};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::crisis_help::CrisisResources;
use crate::error::ApiError;
use crate::error::refusals::{Changes, Invalid, NotFound};
use crate::extract::body::{Now, Path, Query};
use crate::extract::person::{Refused, SignedIn};
use crate::state::AppState;

/// A book of the library.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookAnswer {
    /// The book.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// Who wrote it, if that is known.
    #[schema(required)]
    pub author: Option<String>,
    /// How many pages it has.
    pub pages: i32,
}

impl From<LibraryDocument> for BookAnswer {
    fn from(document: LibraryDocument) -> Self {
        Self {
            id: document.id,
            title: document.title,
            author: document.author,
            pages: document.pages,
        }
    }
}

/// The library.
#[derive(Debug, Serialize, ToSchema)]
pub struct LibraryAnswer {
    /// Its books, by title.
    pub books: Vec<BookAnswer>,
    /// Whether the reader has premium, which opens them.
    pub premium: bool,
}

/// What is searched for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// Words, at most 200 characters.
    #[serde(default)]
    q: String,
    /// The book to look in; all of them without it.
    book: Option<Uuid>,
}

/// A passage that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassageAnswer {
    /// Its book.
    pub book_id: Uuid,
    /// The title of its book.
    pub title: String,
    /// The heading under which it begins, if there is one.
    #[schema(required)]
    pub heading: Option<String>,
    /// The page it begins on.
    pub page: i32,
    /// The part of it that fits.
    pub snippet: String,
    /// Where in the snippet highlighted words begin and end, in UTF-16.
    pub marks: Vec<[u32; 2]>,
}

impl From<Hit> for PassageAnswer {
    fn from(hit: Hit) -> Self {
        Self {
            book_id: hit.document,
            title: hit.title,
            heading: hit.heading,
            page: hit.page,
            snippet: hit.snippet.text,
            marks: hit.snippet.marks,
        }
    }
}

/// Passages that were found, best first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PassagesAnswer {
    /// Whether the words tell of danger. Then nothing is searched for.
    pub crisis: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
    /// The passages.
    pub passages: Vec<PassageAnswer>,
}

impl PassagesAnswer {
    /// The answer in a crisis.
    #[must_use]
    pub const fn in_danger(resources: CrisisResources) -> Self {
        Self {
            crisis: true,
            resources: Some(resources),
            passages: Vec::new(),
        }
    }
}

/// A page of a book.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageAnswer {
    /// The book.
    pub book: BookAnswer,
    /// The number of the page, from 1 on.
    pub page: i32,
    /// Its paragraphs, which an empty line parts.
    pub text: String,
}

/// A heading of a book.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeadingAnswer {
    /// Its words.
    pub title: String,
    /// Its level, from 1 (a part or chapter) to 6.
    pub level: i16,
    /// The page on which it stands.
    pub page: i32,
}

impl From<Heading> for HeadingAnswer {
    fn from(heading: Heading) -> Self {
        Self {
            title: heading.title,
            level: heading.level,
            page: heading.page,
        }
    }
}

/// The contents of a book.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContentsAnswer {
    /// Its headings, in order. Some books have none.
    pub headings: Vec<HeadingAnswer>,
}

/// Lists the books.
///
/// Everybody who is signed in sees the titles.
#[utoipa::path(get, operation_id = "listLibrary", path = "/library", tag = "library",
    responses((status = 200, body = LibraryAnswer), Changes))]
pub async fn list(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
) -> Result<Json<LibraryAnswer>, Refused> {
    let documents = library::documents(&state.ctx.db).await.map_err(ApiError::from)?;
    Ok(Json(LibraryAnswer {
        books: documents.into_iter().map(BookAnswer::from).collect(),
        premium: user.is_premium(now),
    }))
}

/// Searches in the books.
///
/// Premium. Words are taken to the letter; without any, nothing is hit.
///
/// # Errors
/// 403 without premium; 422 for more than 200 characters.
#[utoipa::path(get, operation_id = "searchLibrary", path = "/library/search", tag = "library", params(LibraryQuery),
    responses((status = 200, body = PassagesAnswer), Changes, Invalid))]
pub async fn search(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Query(query): Query<LibraryQuery>,
) -> Result<Json<PassagesAnswer>, ApiError> {
    let query = SearchQuery::parse(&query.q, query.book)?;
    let hits = library::search(&state.ctx, &user, query, now).await?;
    Ok(Json(PassagesAnswer {
        crisis: false,
        resources: None,
        passages: hits.into_iter().map(PassageAnswer::from).collect(),
    }))
}

/// Lists the headings of a book.
///
/// Premium.
///
/// # Errors
/// 403 without premium; 404 if there is no such book.
#[utoipa::path(get, operation_id = "listLibraryContents", path = "/library/{id}/contents", tag = "library",
    params(("id" = Uuid, Path, description = "the book")),
    responses((status = 200, body = ContentsAnswer), Changes, NotFound))]
pub async fn contents(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> Result<Json<ContentsAnswer>, ApiError> {
    let headings = library::contents(&state.ctx, &user, id, now).await?;
    Ok(Json(ContentsAnswer {
        headings: headings.into_iter().map(HeadingAnswer::from).collect(),
    }))
}

/// Reads a page.
///
/// Premium.
///
/// # Errors
/// 403 without premium; 404 if there is no such page.
#[utoipa::path(get, operation_id = "readLibraryPage", path = "/library/{id}/pages/{page}", tag = "library",
    params(("id" = Uuid, Path, description = "the book"), ("page" = i32, Path, description = "the page, from 1 on")),
    responses((status = 200, body = PageAnswer), Changes, NotFound))]
pub async fn page(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Path((id, page)): Path<(Uuid, i32)>,
) -> Result<Json<PageAnswer>, ApiError> {
    let page = library::page(&state.ctx, &user, id, page, now).await?;
    Ok(Json(PageAnswer {
        book: page.document.into(),
        page: page.number,
        text: page.text,
    }))
}
