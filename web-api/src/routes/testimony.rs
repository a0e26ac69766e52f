//! Submission of testimonies.

pub mod own;
pub mod prayed;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::confided::Confided;
use shared::testimony::{self, Author, NewTestimony, Status, Submission, TestimonyWords};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::crisis_help::{CrisisHelp, CrisisResources, PossibleDanger};
use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, LargeBody};
use crate::extract::body::{IdempotencyKey, Json, Now};
use crate::extract::client_hints::client_hints;
use crate::extract::person::Person;
use crate::state::AppState;

/// A story of three fields, 10 to 5,000 characters each.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionRequest {
    /// What happened.
    #[serde(default)]
    #[schema(required, min_length = 10, max_length = 5000)]
    what_happened: String,
    /// What helped.
    #[serde(default)]
    #[schema(required, min_length = 10, max_length = 5000)]
    what_helped: String,
    /// What changed.
    #[serde(default)]
    #[schema(required, min_length = 10, max_length = 5000)]
    what_changed: String,
    /// Must be true.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    consent: Value,
    /// Words of the story to hide besides what is found; those that do not stand in it are ignored.
    #[serde(default)]
    #[schema(max_items = 50, value_type = Vec<String>)]
    also_hide: Vec<String>,
    /// Always sent empty; the worker finds the topics.
    #[serde(default)]
    #[expect(dead_code, reason = "the specified form sends it, and nothing reads it")]
    topic_id: Option<String>,
}

/// What became of a story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionAnswer {
    /// The story; null if it is not stored yet.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// `pending` or `escalated`; null if it is not stored yet.
    #[schema(required)]
    pub status: Option<&'static str>,
    /// Whether it is stored. If not, send it again with the same `Idempotency-Key`.
    pub saved: bool,
    /// Whether the words tell of danger.
    pub crisis: bool,
    /// Whether they may tell of danger, though not clearly.
    pub possible_danger: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
}

impl SubmissionAnswer {
    /// The answer in a crisis when the testimony is not stored in time.
    #[must_use]
    pub const fn in_danger_unsaved(resources: CrisisResources) -> Self {
        Self {
            id: None,
            status: None,
            saved: false,
            crisis: true,
            possible_danger: false,
            resources: Some(resources),
        }
    }
}

/// Accepts a story. It is stored when this answers; the worker redacts it and people review it.
///
/// The worker redacts it and people review it before anybody reads it.
///
/// # Errors
/// 409 `KEY_REUSED` if the idempotency key came with other words before, 422 for wrong fields, 503 without a database.
#[utoipa::path(post, operation_id = "submitTestimony", path = "/testimonies", tag = "stories", request_body = SubmissionRequest,
    params(("Idempotency-Key" = Option<Uuid>, Header, description = "the same for every retry of one submission")),
    responses((status = 201, description = "stored", body = SubmissionAnswer),
        (status = 200, description = "the words tell of danger; `saved` tells whether the story is stored", body = SubmissionAnswer), Changes, JsonBody, LargeBody, Conflict))]
pub async fn submit(
    State(state): State<AppState>,
    person: Person,
    Now(now): Now,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    (danger, possible): (Option<Extension<CrisisHelp>>, Option<Extension<PossibleDanger>>),
    headers: HeaderMap,
    Json(request): Json<SubmissionRequest>,
) -> Result<(StatusCode, CookieJar, axum::Json<SubmissionAnswer>), ApiError> {
    let submission = NewTestimony::parse(Submission {
        words: TestimonyWords {
            what_happened: Confided::new(request.what_happened),
            what_helped: Confided::new(request.what_helped),
            what_changed: Confided::new(request.what_changed),
            also_hide: request.also_hide.into_iter().map(Confided::new).collect(),
        },
        consent: request.consent == Value::Bool(true),
        idempotency_key,
        found: danger.as_ref().map(|Extension(help)| help.danger).unwrap_or_default(),
    })?;
    let author = Author {
        owner: person.owner(),
        browser: person.caller.address.map(|address| address.browser),
    };
    let stored = testimony::submit(&state.ctx, author, &submission, now).await?;
    // Screening of the stored fields may find danger that screening of the body did not.
    let found_when_stored = || {
        let hints = client_hints(&headers, None);
        (stored.status == Status::Escalated).then(|| CrisisResources::find(&state.ctx, &hints, None))
    };
    let resources = danger
        .map(|Extension(danger)| danger.resources)
        .or_else(found_when_stored);
    let code = if resources.is_some() {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    let answer = SubmissionAnswer {
        id: Some(stored.id),
        status: Some(Status::as_str(stored.status)),
        saved: true,
        crisis: resources.is_some(),
        possible_danger: resources.is_none() && possible.is_some(),
        resources,
    };
    Ok((code, person.cookies, axum::Json(answer)))
}
