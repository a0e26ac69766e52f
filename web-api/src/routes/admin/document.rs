//! Teaching documents, for staff: upload, progress, retry, deletion.
//!
//! Invariant: a file is streamed to storage in parts. However large it is, the process holds one part of it.

use std::time::Duration;

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shared::ctx::Ctx;
use shared::document::{self, Accepted, Edit, FileName, Incoming, MAX_FILES, Received};
use shared::error::Error;
use shared::staff;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{BadRequest, Changes, Conflict, Invalid, JsonBody, LargeBody, NotFound, Reads};
use crate::extract::body::{self, Path};
use crate::extract::staff::StaffOnly;
use crate::routes::library::HeadingAnswer;
use crate::state::AppState;
use crate::states::DocumentStatus;
use crate::streams::events::{answer, while_allowed};
use crate::streams::slots::Slot;
use crate::streams::upload_events::{FileAnswer, FilesAnswer};

/// How long an upload may stall.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A file that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedAnswer {
    /// The name it goes by: another one if a file of this name and of other content was there.
    pub name: String,
    /// Where it stands.
    pub status: DocumentStatus,
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
#[expect(
    dead_code,
    reason = "it is for the OpenAPI description; the form is read as a stream"
)]
pub struct UploadForm {
    /// PDF files of at most 100 MB each.
    #[schema(content_media_type = "application/pdf")]
    files: Vec<Vec<u8>>,
}

/// Lists all documents.
///
/// Newest first.
#[utoipa::path(get, operation_id = "listUploads", path = "/admin/uploads", tag = "staff",
    responses((status = 200, body = FilesAnswer), Reads))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<Json<FilesAnswer>, ApiError> {
    Ok(Json(document::list(&state.ctx.db).await?.into()))
}

/// Takes files in. Either all of them are accepted, or none.
///
/// Several files in the field `files`. Either all are accepted, or none. A worker reads each; the same content is not
/// kept twice.
///
/// # Errors
/// 422 with the name of a file that is no PDF or empty, 413 for one that is too large, 400 for a form that breaks off.
#[utoipa::path(post, operation_id = "upload",
    path = "/admin/uploads", tag = "staff", request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadAnswer), Changes, LargeBody, BadRequest, Invalid))]
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
            status: accepted.status.into(),
            unchanged: accepted.is_unchanged,
        }
    }
}

/// Streams the files of a form into storage. If one is refused, those before it are discarded.
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
    let Some(mut field) = with_idle_timeout(form.next_field()).await? else {
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
    with_idle_timeout(field.chunk()).await
}

async fn with_idle_timeout<T>(part: impl Future<Output = Result<T, MultipartError>>) -> Result<T, ApiError> {
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
/// Calling it again changes nothing.
#[utoipa::path(post, operation_id = "ingestUploads", path = "/admin/uploads/ingest", tag = "staff",
    responses((status = 202, body = QueuedAnswer), Changes))]
pub async fn ingest(_: StaffOnly, State(state): State<AppState>) -> Result<(StatusCode, Json<QueuedAnswer>), ApiError> {
    let queued = document::ingest(&state.ctx).await?;
    Ok((StatusCode::ACCEPTED, Json(QueuedAnswer { queued })))
}

/// Lets a document that failed be read once more.
///
/// For a document that failed.
///
/// # Errors
/// 404 without such a document; 409 if it did not fail.
#[utoipa::path(post, operation_id = "retryUpload", path = "/admin/uploads/{fileName}/retry", tag = "staff",
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 202, body = QueuedAnswer), Changes, NotFound, Conflict))]
pub async fn retry(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<(StatusCode, Json<QueuedAnswer>), ApiError> {
    document::retry(&state.ctx, &staff, &name).await?;
    Ok((StatusCode::ACCEPTED, Json(QueuedAnswer { queued: 1 })))
}

/// What is changed of a document.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EditUploadRequest {
    /// Its title, at most 200 characters; the title stays without it.
    title: Option<String>,
    /// Who wrote it, at most 200 characters, or nothing; the author stays without it.
    author: Option<String>,
}

/// Changes the title or the author of a document.
///
/// Library and guidance show them; search follows with the next generation of the index.
///
/// # Errors
/// 404 without such a document; 422 for an empty title, or for more than 200 characters.
#[utoipa::path(patch, operation_id = "editUpload", path = "/admin/uploads/{fileName}", tag = "staff",
    request_body = EditUploadRequest,
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 200, body = FileAnswer), Changes, JsonBody, LargeBody, NotFound))]
pub async fn edit(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(name): Path<String>,
    body::Json(request): body::Json<EditUploadRequest>,
) -> Result<Json<FileAnswer>, ApiError> {
    let edit = Edit::parse(request.title.as_deref(), request.author.as_deref())?;
    let document = document::edit(&state.ctx, &staff, &name, &edit).await?;
    Ok(Json(document.into()))
}

/// A page of a document, as it was read.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadPageAnswer {
    /// The number of the page, from 1 on.
    pub page: i32,
    /// Its first 4,000 characters; an empty line parts paragraphs.
    pub text: String,
}

/// What was read of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadPreviewAnswer {
    /// The first three pages that have text.
    pub pages: Vec<UploadPageAnswer>,
    /// The headings, in order.
    pub headings: Vec<HeadingAnswer>,
}

/// Shows the first pages of a document as they were read.
///
/// Empty until they are.
///
/// # Errors
/// 404 without such a document.
#[utoipa::path(get, operation_id = "previewUpload", path = "/admin/uploads/{fileName}/preview", tag = "staff",
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 200, body = UploadPreviewAnswer), Reads, NotFound))]
pub async fn preview(
    _: StaffOnly,
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<Json<UploadPreviewAnswer>, ApiError> {
    let preview = document::preview(&state.ctx.db, &name).await?;
    let pages = preview.pages.into_iter();
    Ok(Json(UploadPreviewAnswer {
        pages: pages.map(|(page, text)| UploadPageAnswer { page, text }).collect(),
        headings: preview.headings.into_iter().map(HeadingAnswer::from).collect(),
    }))
}

/// Deletes a document, its text, and its place in search.
///
/// Its passages vanish from search with the next generation of the index.
///
/// # Errors
/// 404 without such a document.
#[utoipa::path(delete, operation_id = "deleteUpload", path = "/admin/uploads/{fileName}", tag = "staff",
    params(("fileName" = String, Path, description = "the name of its file")),
    responses((status = 204, description = "gone"), Changes, NotFound))]
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
/// Server-sent events, until the session is over: first `files` (as `listUploads`), then `file` (one of them) and
/// `removed` (`{name}`). `files` comes again when something may have been missed.
#[utoipa::path(get, operation_id = "watchUploads",
    path = "/admin/uploads/events", tag = "staff",
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = String), Reads))]
pub async fn watch(
    StaffOnly { token, .. }: StaffOnly,
    State(state): State<AppState>,
    slot: Slot,
) -> Result<Response, ApiError> {
    let events = state.uploads.follow(&state.ctx).await;
    let ctx = state.ctx.clone();
    let is_allowed = move || {
        let (ctx, token) = (ctx.clone(), token.clone());
        async move { Ok(staff::open_until(&ctx, &token).await?.is_some()) }
    };
    let events = while_allowed(events, state.ctx.timeouts.session_recheck, is_allowed);
    Ok(answer(events, slot))
}
