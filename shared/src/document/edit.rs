//! Staff correct the title and the author of a document.

use sqlx::PgConnection;

use super::title::{MAX_LEN, on_one_line};
use super::{Document, Status};
use crate::audit::{self, Action, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::jobs::{self, Job};
use crate::notifications::{self, Notification};
use crate::staff::Staff;

/// What staff change. What is missing stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    title: Option<String>,
    author: Option<String>,
}

impl Edit {
    /// Validates a title and an author, each on one line. An empty author means that nobody is named.
    ///
    /// # Errors
    /// `InvalidFields` if the title is empty, or one of them has more than 200 characters.
    pub fn parse(title: Option<&str>, author: Option<&str>) -> Result<Self> {
        let edit = Self {
            title: title.map(on_one_line),
            author: author.map(on_one_line),
        };
        let is_long = |text: Option<&str>| text.is_some_and(|text| text.chars().count() > MAX_LEN);
        let mut wrong = Fields::default();
        if edit.title.as_deref() == Some("") {
            wrong.add("title", "Please enter a title.");
        }
        if is_long(edit.title.as_deref()) {
            wrong.add("title", "Please use up to 200 characters.");
        }
        if is_long(edit.author.as_deref()) {
            wrong.add("author", "Please use up to 200 characters.");
        }
        wrong.into_result()?;
        Ok(edit)
    }
}

/// Changes title and author, and enqueues indexing: the index holds the title.
///
/// # Errors
/// `NotFound` without such a document.
pub async fn edit(ctx: &Ctx, staff: &Staff, name: &str, edit: &Edit) -> Result<Document> {
    let mut tx = database::begin(&ctx.db).await?;
    let document = update(&mut tx, name, edit).await?.ok_or(Error::NotFound)?;
    if document.status == Status::Completed {
        jobs::enqueue(&mut tx, &Job::IndexPassages).await?;
    }
    notifications::notify(&mut tx, &Notification::Document(document.id)).await?;
    let entry = Entry::new(staff.actor(), Action::DocumentEdited, Subject::Document(document.id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(document)
}

async fn update(tx: &mut PgConnection, name: &str, edit: &Edit) -> Result<Option<Document>> {
    let document = sqlx::query_as!(
        Document,
        r#"update document set edits = edits + 1, title = coalesce($2, title),
               author = case when $3::text is null then author else nullif($3, '') end
           where name = $1
           returning id, name, title, author, status as "status: Status", added_at, size, pages, pages_read, reason,
               waits_for_storage"#,
        name,
        edit.title,
        edit.author
    )
    .fetch_optional(tx)
    .await?;
    Ok(document)
}
