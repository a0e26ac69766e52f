//! Teaching documents: staff hand them in, watch them being read, try again, delete.
//!
//! Invariant: a file goes to storage as it comes, in parts; however large it is, this process holds one part of it.

use std::time::Duration;

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use shared::ctx::Ctx;
use shared::document::{self, Accepted, Document, FileName, Incoming, MAX_FILES, Received};
use shared::error::{Error, FileProblem};
use shared::staff;
use time::OffsetDateTime;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::app::AppState;
use crate::error::{ApiError, ErrorBody};
use crate::events::{answer, while_let_in};
use crate::extract::Path;
use crate::staff::StaffOnly;

/// A connection over which nothing comes for so long is given up.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A teaching document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileAnswer {
    /// The name of its file.
    pub name: String,
    /// Where it is: the address of its calls.
    pub path: String,
    /// `pending`, `processing`, `completed` or `failed`.
    pub status: String,
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
    /// Whether it waits for storage, which does not answer. It goes on by itself.
    pub waits_for_storage: bool,
}

impl From<Document> for FileAnswer {
    fn from(document: Document) -> Self {
        Self {
            path: format!("/api/admin/uploads/{}", as_segment(&document.name)),
            name: document.name,
            status: document.status,
            added_at: document.added_at,
            size: document.size,
            pages: document.pages,
            pages_read: document.pages_read,
            reason: document.reason,
            waits_for_storage: document.waits_for_storage,
        }
    }
}

/// A name as a part of a path.
fn as_segment(name: &str) -> String {
    name.bytes().fold(String::new(), |mut segment, byte| {
        use std::fmt::Write as _;
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            segment.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(segment, "%{byte:02X}");
        }
        segment
    })
}

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

/// A file that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedAnswer {
    /// The name it goes by: another one if a file of this name and of other content was there.
    pub name: String,
    /// Where it stands.
    pub status: String,
    /// Whether the same content was there already; then nothing is new.
    pub unchanged: bool,
}

/// What became of files that were handed in together.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadAnswer {
    /// Each of them.
    pub files: Vec<AcceptedAnswer>,
}

/// How many documents are still to be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueuedAnswer {
    /// How many there are.
    pub queued: usize,
}

/// What a form of files looks like, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is read in pieces")]
pub struct UploadForm {
    /// PDF files of at most 100 MB each.
    #[schema(content_media_type = "application/pdf")]
    files: Vec<Vec<u8>>,
}

/// Lists all documents.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "listUploads", description = "Newest first.", path = "/admin/uploads", tag = "staff",
    responses((status = 200, body = FilesAnswer), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<Json<FilesAnswer>, ApiError> {
    Ok(Json(document::list(&state.ctx.db).await?.into()))
}

/// Takes files in. Either all of them are accepted, or none.
///
/// # Errors
/// 422 with the name of a file that is no PDF or empty, 413 for one that is too large, 400 for a form that breaks off.
#[utoipa::path(post, operation_id = "upload", description = "Several files in the field `files`. Either all are accepted, or none. A worker reads each; the same content is not kept twice.",
    path = "/admin/uploads", tag = "staff", request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn upload(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    mut request: Request,
) -> Result<(StatusCode, Json<UploadAnswer>), ApiError> {
    // Each file has a limit of its own, and none is held in memory.
    DefaultBodyLimit::disable().apply(&mut request);
    let form = Multipart::from_request(request, &state)
        .await
        .map_err(|_| ApiError::bad_request())?;
    let received = receive(&state.ctx, form).await?;
    let accepted = document::accept(&state.ctx, &staff, received).await?;
    let files = accepted.into_iter().map(AcceptedAnswer::from).collect();
    Ok((StatusCode::CREATED, Json(UploadAnswer { files })))
}

impl From<Accepted> for AcceptedAnswer {
    fn from(accepted: Accepted) -> Self {
        Self {
            name: accepted.name,
            status: accepted.status,
            unchanged: accepted.is_unchanged,
        }
    }
}

/// Takes the files of a form into storage. If one is refused, those before it are taken out again.
async fn receive(ctx: &Ctx, mut form: Multipart) -> Result<Vec<Received>, ApiError> {
    let mut received = Vec::new();
    let problem = loop {
        match receive_next(ctx, &mut form).await {
            Ok(Some(_)) if received.len() == MAX_FILES => break ApiError::too_large(),
            Ok(Some(file)) => received.push(file),
            Ok(None) if received.is_empty() => break no_file(),
            Ok(None) => return Ok(received),
            Err(problem) => break problem,
        }
    };
    for file in received {
        file.discard(ctx).await;
    }
    Err(problem)
}

fn no_file() -> ApiError {
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "NO_FILE",
        "Please choose at least one PDF file.",
    )
}

async fn receive_next(ctx: &Ctx, form: &mut Multipart) -> Result<Option<Received>, ApiError> {
    let Some(mut field) = in_time(form.next_field()).await? else {
        return Ok(None);
    };
    let name = FileName::parse(field.file_name().unwrap_or_default()).map_err(Error::from)?;
    let mut incoming = Incoming::new(ctx, name);
    while let Some(bytes) = next_bytes(&mut field).await? {
        incoming.write(&bytes).await?;
    }
    Ok(Some(incoming.finish().await?))
}

async fn next_bytes(field: &mut Field<'_>) -> Result<Option<bytes::Bytes>, ApiError> {
    in_time(field.chunk()).await
}

async fn in_time<T>(part: impl Future<Output = Result<T, MultipartError>>) -> Result<T, ApiError> {
    match timeout(IDLE_TIMEOUT, part).await {
        Ok(part) => part.map_err(|_| ApiError::bad_request()),
        Err(_) => Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "TOO_SLOW",
            "This took too long to arrive.",
        )),
    }
}

/// Makes sure that every document that is still to be read will be.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(post, operation_id = "ingestUploads", description = "Calling it again changes nothing.", path = "/admin/uploads/ingest", tag = "staff",
    responses((status = 202, body = QueuedAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn ingest(_: StaffOnly, State(state): State<AppState>) -> Result<(StatusCode, Json<QueuedAnswer>), ApiError> {
    let queued = document::ingest(&state.ctx).await?;
    Ok((StatusCode::ACCEPTED, Json(QueuedAnswer { queued })))
}

/// Lets a document that failed be read once more.
///
/// # Errors
/// 404 without such a document; 409 if it did not fail.
#[utoipa::path(post, operation_id = "retryUpload", description = "For a document that failed.", path = "/admin/uploads/{fileName}/retry", tag = "staff",
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 202, body = QueuedAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn retry(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<(StatusCode, Json<QueuedAnswer>), ApiError> {
    document::retry(&state.ctx, &staff, &name).await?;
    Ok((StatusCode::ACCEPTED, Json(QueuedAnswer { queued: 1 })))
}

/// Deletes a document, its text, and its place in search.
///
/// # Errors
/// 404 without such a document.
#[utoipa::path(delete, operation_id = "deleteUpload", description = "Its passages vanish from search with the next generation of the index.", path = "/admin/uploads/{fileName}", tag = "staff",
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 204, description = "gone"), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn delete(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    document::delete(&state.ctx, &staff, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells what happens to documents, for as long as the caller listens.
///
/// # Errors
/// 401 for everybody but staff; 503 without a database.
#[utoipa::path(get, operation_id = "watchUploads", description = "Server-sent events, until the session is over: first `files` (as `listUploads`), then `file` (one of them) and `removed` (`{name}`). `files` comes again when something may have been missed.",
    path = "/admin/uploads/events", tag = "staff",
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = String), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn watch(StaffOnly { token, .. }: StaffOnly, State(state): State<AppState>) -> Result<Response, ApiError> {
    let events = state.uploads.follow(&state.ctx).await;
    let ctx = state.ctx.clone();
    let is_let_in = move || {
        let (ctx, token) = (ctx.clone(), token.clone());
        async move { staff::is_signed_in(&ctx, &token).await }
    };
    Ok(answer(while_let_in(events, state.ctx.patience.listening, is_let_in)))
}

/// What is said of a file that is refused.
#[must_use]
pub fn refusal(name: &str, problem: FileProblem) -> (StatusCode, &'static str, String) {
    match problem {
        FileProblem::NotPdf => (
            StatusCode::UNPROCESSABLE_ENTITY,
            "INVALID_FILE_TYPE",
            format!("Invalid file type: {name}. Only PDF files are allowed."),
        ),
        FileProblem::TooLarge => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "FILE_TOO_LARGE",
            format!("File too large: {name}. Maximum size is 100MB."),
        ),
        FileProblem::Empty => (
            StatusCode::UNPROCESSABLE_ENTITY,
            "EMPTY_FILE",
            format!("Empty file: {name}. Please select a valid file."),
        ),
    }
}
