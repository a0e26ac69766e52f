//! Documents for staff, in answers and in events.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use shared::document::{Document, retry_helps};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::states::DocumentStatus;

/// A teaching document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileAnswer {
    /// The name of its file.
    pub name: String,
    /// Its title in the library.
    pub title: String,
    /// Who wrote it, if that is known.
    #[schema(required)]
    pub author: Option<String>,
    /// Where it is: the address of its calls.
    pub path: String,
    /// Where it stands.
    pub status: DocumentStatus,
    /// When it was handed in.
    #[serde(with = "time::serde::rfc3339")]
    pub added_at: OffsetDateTime,
    /// Its length in bytes.
    pub size: i64,
    /// How many pages it has; null until it has been opened.
    #[schema(required)]
    pub pages: Option<i32>,
    /// How many of them are read.
    pub pages_read: i32,
    /// Why it failed.
    #[schema(required)]
    pub reason: Option<String>,
    /// Whether a retry can help after it failed.
    pub retry_helps: bool,
    /// Whether it waits for storage, which does not answer. It goes on by itself.
    pub waits_for_storage: bool,
}

impl From<Document> for FileAnswer {
    fn from(document: Document) -> Self {
        Self {
            path: format!("/api/admin/uploads/{}", utf8_percent_encode(&document.name, SEGMENT)),
            name: document.name,
            title: document.title,
            author: document.author,
            status: document.status.into(),
            added_at: document.added_at,
            size: document.size,
            pages: document.pages,
            pages_read: document.pages_read,
            retry_helps: document.reason.as_deref().is_some_and(retry_helps),
            reason: document.reason,
            waits_for_storage: document.waits_for_storage,
        }
    }
}

/// What stays as it is in a segment of a path: the unreserved characters of RFC 3986.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// All teaching documents, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FilesAnswer {
    /// The documents.
    pub files: Vec<FileAnswer>,
}

impl From<Vec<Document>> for FilesAnswer {
    fn from(documents: Vec<Document>) -> Self {
        Self {
            files: documents.into_iter().map(FileAnswer::from).collect(),
        }
    }
}
