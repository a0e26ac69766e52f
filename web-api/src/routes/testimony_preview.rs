//! A preview of what redaction hides in a testimony. Nothing is stored.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::confided::Confided;
use shared::config::GuestAccess;
use shared::testimony::{self, Draft, FieldPreview, Hidden, TestimonyWords};
use utoipa::ToSchema;

use crate::crisis_help::CrisisHelp;
use crate::crisis_help::CrisisResources;
use crate::error::ApiError;
use crate::error::refusals::{Forbidden, JsonBody, LargeBody, Unauthorized};
use crate::extract::body::Json;
use crate::extract::guest::Guest;
use crate::extract::person::{Person, Refused};
use crate::state::AppState;

/// A story as far as it is written: fields of up to 5,000 characters, each of which may be empty.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewRequest {
    /// What happened.
    #[serde(default)]
    #[schema(required, max_length = 5000)]
    what_happened: String,
    /// What helped.
    #[serde(default)]
    #[schema(required, max_length = 5000)]
    what_helped: String,
    /// What changed.
    #[serde(default)]
    #[schema(required, max_length = 5000)]
    what_changed: String,
    /// Words of the story to hide besides what is found; those that do not stand in it are named in `notFound`.
    #[serde(default)]
    #[schema(max_items = 50, value_type = Vec<String>)]
    also_hide: Vec<String>,
}

/// A story as it will read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewAnswer {
    /// The fields; null when the words tell of danger and could not be read further.
    #[schema(required)]
    pub fields: Option<PreviewFields>,
    /// The words of `alsoHide` that do not stand in the story, as they were sent.
    pub not_found: Vec<String>,
    /// Whether the words tell of danger.
    pub crisis: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
}

/// The three fields of a story as they will read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the fields have these names in the form")]
pub struct PreviewFields {
    what_happened: PreviewField,
    what_helped: PreviewField,
    what_changed: PreviewField,
}

/// One field as it will read.
#[derive(Serialize, ToSchema)]
pub struct PreviewField {
    /// The text with placeholders.
    text: String,
    /// What is hidden in it, in its order.
    spans: Vec<PreviewSpan>,
}

/// One detail which is hidden.
#[derive(Serialize, ToSchema)]
pub struct PreviewSpan {
    /// Its first place in the field as it was sent, in UTF-16 code units.
    start: usize,
    /// The place after its last one.
    end: usize,
    /// What it is: `PERSON`, `LOCATION`, `ORG`, `PHONE`, `EMAIL`, `URL`, `ADDRESS`, `DATE_OF_BIRTH`, `DATE`, `AGE`, `ID`,
    /// `CREDIT_CARD`, `IP`, `USERNAME`, `PLATE`, or `HIDDEN` for the author's own wish.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What stands in its place, for example `[name 1]`.
    placeholder: String,
}

impl PreviewAnswer {
    /// The answer in a crisis when the preview fails or takes too long.
    #[must_use]
    pub const fn in_danger_unseen(resources: CrisisResources) -> Self {
        Self {
            fields: None,
            not_found: Vec::new(),
            crisis: true,
            resources: Some(resources),
        }
    }
}

impl From<FieldPreview> for PreviewField {
    fn from(field: FieldPreview) -> Self {
        Self {
            text: field.text.reveal().to_owned(),
            spans: field.hidden.into_iter().map(PreviewSpan::from).collect(),
        }
    }
}

impl From<Hidden> for PreviewSpan {
    fn from(hidden: Hidden) -> Self {
        Self {
            start: hidden.start,
            end: hidden.end,
            kind: hidden.kind,
            placeholder: hidden.placeholder,
        }
    }
}

/// A caller who may submit a testimony. Where guests have access, no session is looked up, because nothing is stored.
pub struct Author {
    cookies: CookieJar,
}

impl FromRequestParts<AppState> for Author {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let cookies = match state.ctx.config.guest_access {
            GuestAccess::SignedIn => Person::from_request_parts(parts, state).await?.cookies,
            GuestAccess::Open => Guest::from_request_parts(parts, state).await?.cookies,
        };
        Ok(Self { cookies })
    }
}

/// Shows what will be hidden of a story. Nothing is stored.
///
/// The same reading as the worker's. Nothing is stored or logged.
///
/// # Errors
/// 422 for fields that are too long.
#[utoipa::path(post, operation_id = "previewTestimony", path = "/testimonies/preview", tag = "stories", request_body = PreviewRequest,
    responses((status = 200, description = "what will be hidden; with the numbers if the words tell of danger", body = PreviewAnswer), JsonBody, LargeBody, Unauthorized, Forbidden))]
pub async fn preview(
    State(state): State<AppState>,
    author: Author,
    danger: Option<axum::Extension<CrisisHelp>>,
    Json(request): Json<PreviewRequest>,
) -> Result<(CookieJar, axum::Json<PreviewAnswer>), ApiError> {
    let draft = Draft::parse(TestimonyWords {
        what_happened: Confided::new(request.what_happened),
        what_helped: Confided::new(request.what_helped),
        what_changed: Confided::new(request.what_changed),
        also_hide: request.also_hide.into_iter().map(Confided::new).collect(),
    })?;
    let preview = testimony::preview(&state.ctx, draft).await?;
    let [what_happened, what_helped, what_changed] = preview.fields;
    let resources = danger.map(|axum::Extension(danger)| danger.resources);
    let answer = PreviewAnswer {
        fields: Some(PreviewFields {
            what_happened: what_happened.into(),
            what_helped: what_helped.into(),
            what_changed: what_changed.into(),
        }),
        not_found: preview
            .not_found
            .iter()
            .map(|words| words.reveal().to_owned())
            .collect(),
        crisis: resources.is_some(),
        resources,
    };
    Ok((author.cookies, axum::Json(answer)))
}
