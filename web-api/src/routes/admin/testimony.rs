//! Moderation of testimonies, for staff.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::confided::Confided;
use shared::ctx::Ctx;
use shared::moderation::{self, Change, Command, Edit, ListedTestimony, Mark, Only, Step, TextCheck, TimelineLine};
use shared::testimony::Status;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::audit::{ActorAnswer, AuditLine};
use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, Invalid, JsonBody, NotFound, Reads, TooLarge};
use crate::extract::body::{Json, Now, Path, Query};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;
use crate::states::{CrisisCategory, RiskLevel, TestimonyStatus};

/// A story as staff see it: never with its original.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStory {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: TestimonyStatus,
    /// Whether the worker has redacted it. Until then it is shown as *Being prepared*.
    pub is_prepared: bool,
    /// Its words without what could tell who wrote it; null until it is prepared.
    #[schema(required)]
    pub redacted_text: Option<String>,
    /// The language in which it is written: `en` or `es`; null for another one, or if that is not known.
    #[schema(required)]
    pub language: Option<String>,
    /// Those words before staff last changed them; null if nobody has.
    #[schema(required)]
    pub previous_text: Option<String>,
    /// How likely something was left in: `low`, `medium` or `high`; null until it is prepared.
    #[schema(required)]
    pub pii_risk_level: Option<RiskLevel>,
    /// When it was handed in.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it was settled; null while it waits.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub moderated_at: Option<OffsetDateTime>,
    /// What its author was told.
    #[schema(required)]
    pub moderation_notes: Option<String>,
    /// Staff's own note.
    #[schema(required)]
    pub internal_note: Option<String>,
    /// 0 none, 1 past or possible, 2 concern, 3 high, 4 plan or emergency.
    pub crisis_severity: i16,
    /// The kind of danger, if there is any.
    #[schema(required)]
    pub crisis_category: Option<CrisisCategory>,
    /// Where the words stand in `redactedText` that speak for danger, or may. They are found when they are shown, and
    /// stored nowhere.
    pub danger_marks: Vec<TextMark>,
    /// The ids of the topics it is about.
    pub topics: Vec<String>,
    /// How many readers reported it.
    pub reports: i32,
    /// Since when a report waits for staff; null if none does.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub reported_at: Option<OffsetDateTime>,
    /// When staff last kept it after a report. Further reports do not hide it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub kept_at: Option<OffsetDateTime>,
    /// Whether reports hide it from readers until staff have looked.
    pub is_hidden: bool,
    /// What in `redactedText` still looks like a number, an address or a handle: it is not published before that is
    /// edited.
    pub left_readable: Vec<TextMark>,
    /// What in `redactedText` was nearly hidden: words that may be names, although redaction lets them stand.
    pub nearly_hidden: Vec<TextMark>,
    /// Whether it is neither in English nor in Spanish: redaction knows no other language.
    pub other_language: bool,
    /// Counts changes by staff. Send it back as `version` to act on this version alone.
    pub version: i32,
    /// Ask for the page after this story with `cursor=`.
    pub cursor: String,
}

/// A part of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextMark {
    /// Its first place, in UTF-16 code units.
    pub start: usize,
    /// The place after its last one.
    pub end: usize,
}

/// The stories with what a strict reader still finds in them.
async fn checked(ctx: &Ctx, stories: Vec<ListedTestimony>) -> Result<Vec<AdminStory>, ApiError> {
    let checks = moderation::check_texts(ctx, &stories).await?;
    Ok(stories.into_iter().zip(checks).map(AdminStory::from).collect())
}

async fn find_checked(ctx: &Ctx, id: Uuid) -> Result<AdminStory, ApiError> {
    let story = moderation::find(&ctx.db, id).await?;
    let mut check = moderation::check_texts(ctx, std::slice::from_ref(&story)).await?;
    Ok(AdminStory::from((story, check.pop().unwrap_or_default())))
}

impl From<(ListedTestimony, TextCheck)> for AdminStory {
    fn from((story, check): (ListedTestimony, TextCheck)) -> Self {
        let mark = |mark: Mark| TextMark {
            start: mark.start,
            end: mark.end,
        };
        Self {
            danger_marks: check.danger.into_iter().map(mark).collect(),
            left_readable: check.left_readable.into_iter().map(mark).collect(),
            nearly_hidden: check.nearly_hidden.into_iter().map(mark).collect(),
            other_language: check.is_other_language,
            cursor: story.cursor().to_string(),
            id: story.id,
            status: story.status.into(),
            is_prepared: story.is_prepared,
            redacted_text: story.redacted_text,
            language: story.language,
            previous_text: story.previous_text,
            pii_risk_level: story.pii_risk_level.map(Into::into),
            created_at: story.created_at,
            moderated_at: story.moderated_at,
            moderation_notes: story.moderation_notes,
            internal_note: story.internal_note,
            crisis_severity: story.crisis_severity,
            crisis_category: story.crisis_category.map(Into::into),
            topics: story.topics,
            reports: story.reports,
            reported_at: story.reported_at,
            kept_at: story.kept_at,
            is_hidden: story.is_hidden,
            version: story.version,
        }
    }
}

/// Which stories are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TestimoniesQuery {
    /// `pending` (default), `approved`, `rejected` or `escalated`.
    status: Option<String>,
    /// `mine` (those that the caller decided, edited, or whose original they opened), `reported` (with an open report) or
    /// `waiting` (submitted more than 24 hours ago); all if it is missing.
    only: Option<String>,
    /// The `cursor` of the last story of the page before.
    cursor: Option<String>,
}

/// Lists stories with one status, twenty a page. Fewer than twenty are the last ones.
///
/// Twenty a page; fewer are the last ones. Pending and escalated: danger first, then possible danger, then the rest, and
/// what waits longest before the others.
/// Approved and rejected: reported ones first, then the last settled.
///
/// # Errors
/// 401 for everybody but staff; 422 for an unknown status, filter or cursor.
#[utoipa::path(get, operation_id = "listAdminTestimonies",
    path = "/admin/testimonies", tag = "staff", params(TestimoniesQuery),
    responses((status = 200, body = Vec<AdminStory>), Reads, Invalid))]
pub async fn list(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Query(query): Query<TestimoniesQuery>,
) -> Result<axum::Json<Vec<AdminStory>>, ApiError> {
    let status = Status::parse(query.status.as_deref().unwrap_or("pending"))?;
    let after = query.cursor.map(|cursor| cursor.parse()).transpose()?;
    let only = Only::parse(query.only.as_deref(), &staff, now)?;
    let stories = moderation::list(&state.ctx.db, status, only, after).await?;
    Ok(axum::Json(checked(&state.ctx, stories).await?))
}

/// A story with what happened to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoryWithTimeline {
    /// The story.
    pub story: AdminStory,
    /// What happened to it, oldest first.
    pub timeline: Vec<TimelineAnswer>,
    /// The reported stories that only the networks of this one's reports reported, this one included: a flood, if there
    /// are several.
    pub flood: Vec<Uuid>,
}

/// Something that happened to a story.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimelineAnswer {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who did it.
    pub actor: ActorAnswer,
    /// What was done, for example `story.approved`.
    pub action: String,
    /// Small facts: ids, numbers, fixed words.
    #[schema(value_type = Object)]
    pub details: Value,
    /// The reason that staff gave: what the author was told, or why it was reopened.
    #[schema(required)]
    pub reason: Option<String>,
}

impl From<TimelineLine> for TimelineAnswer {
    fn from(entry: TimelineLine) -> Self {
        let line = AuditLine::from(entry.line);
        Self {
            at: line.at,
            actor: line.actor,
            action: line.action,
            details: line.details,
            reason: entry.reason,
        }
    }
}

/// Reads one story with its timeline.
///
/// With what happened to it.
#[utoipa::path(get, operation_id = "readAdminTestimony", path = "/admin/testimonies/{id}", tag = "staff", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 200, body = StoryWithTimeline), Reads, NotFound))]
pub async fn read(
    _: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<axum::Json<StoryWithTimeline>, ApiError> {
    let story = find_checked(&state.ctx, id).await?;
    let timeline = moderation::timeline(&state.ctx.db, id).await?;
    Ok(axum::Json(StoryWithTimeline {
        flood: moderation::flood(&state.ctx.db, id).await?,
        story,
        timeline: timeline.into_iter().map(TimelineAnswer::from).collect(),
    }))
}

/// What is to be done with a story.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModerateRequest {
    /// The story.
    testimony_id: Uuid,
    /// `approve`, `reject`, `escalate`, `reopen`, `keep` (after a report) or `undo` (one's own last step, within 10 s).
    action: String,
    /// Needed to reject (its author reads it) and to reopen (staff read it): up to 2,000 characters.
    notes: Option<String>,
    /// Staff's own note from now on: up to 2,000 characters.
    internal_note: Option<String>,
    /// They have checked the text, which approving a story of high risk needs.
    #[serde(default)]
    #[schema(required = false)]
    checked: bool,
    /// The version they read: if it has changed since, 409 `CONFLICT`.
    version: Option<i32>,
}

/// Settles a story.
///
/// 409 `INVALID_TRANSITION` tells in `moved` where the story stands, and who brought it there when.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 `INVALID_TRANSITION` if it does not stand where the step begins; 422.
#[utoipa::path(post, operation_id = "moderate", path = "/admin/moderate", tag = "staff", request_body = ModerateRequest,
    responses((status = 200, body = AdminStory), Changes, JsonBody, NotFound, Conflict))]
pub async fn moderate(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Json(request): Json<ModerateRequest>,
) -> Result<axum::Json<AdminStory>, ApiError> {
    let step = Step::parse(&request.action, request.notes.as_deref(), request.checked)?;
    let command = Command::parse(step, request.internal_note.as_deref(), request.version)?;
    moderation::apply(&state.ctx, &staff, request.testimony_id, &command, now).await?;
    Ok(axum::Json(find_checked(&state.ctx, request.testimony_id).await?))
}

/// What is to change in a story; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditRequest {
    /// The redacted text, up to 20,000 characters. Only until the story is published or declined.
    redacted_text: Option<String>,
    /// The ids of its topics, five at most.
    topics: Option<Vec<String>>,
    /// Staff's own note, up to 2,000 characters; empty to take it away.
    internal_note: Option<String>,
    /// The version they read: if it has changed since, 409 `CONFLICT`.
    version: Option<i32>,
}

/// Changes a story.
///
/// The text it had before stays readable as `previousText`.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if the text is no longer open to change, or changed meanwhile; 422.
#[utoipa::path(patch, operation_id = "editAdminTestimony", path = "/admin/testimonies/{id}", tag = "staff", params(("id" = Uuid, Path, description = "the story")), request_body = EditRequest,
    responses((status = 200, body = AdminStory), Changes, JsonBody, NotFound, Conflict, TooLarge))]
pub async fn edit(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Json(request): Json<EditRequest>,
) -> Result<axum::Json<AdminStory>, ApiError> {
    let change = Change {
        redacted_text: request.redacted_text.map(Confided::new),
        topics: request.topics,
        internal_note: request.internal_note,
        seen_version: request.version,
    };
    let edit = Edit::parse(&state.ctx.content, change)?;
    moderation::edit(&state.ctx, &staff, id, &edit).await?;
    Ok(axum::Json(find_checked(&state.ctx, id).await?))
}

/// The original of a story.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OriginalAnswer {
    /// What happened.
    pub what_happened: String,
    /// What helped.
    pub what_helped: String,
    /// What changed.
    pub what_changed: String,
}

/// Shows the original of a story. The audit trail says who looked.
///
/// The audit trail says who looked.
#[utoipa::path(post, operation_id = "revealTestimony", path = "/admin/testimonies/{id}/reveal", tag = "staff", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 200, body = OriginalAnswer), Changes, NotFound))]
pub async fn reveal(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<axum::Json<OriginalAnswer>, ApiError> {
    let original = moderation::reveal(&state.ctx, &staff, id).await?;
    let [what_happened, what_helped, what_changed] = original.map(|words| words.reveal().to_owned());
    Ok(axum::Json(OriginalAnswer {
        what_happened,
        what_helped,
        what_changed,
    }))
}

/// Deletes a story whose author asked for it and cannot do it: a guest's.
///
/// With its original and its timeline. The audit trail says who did it.
#[utoipa::path(delete, operation_id = "deleteAdminTestimony", path = "/admin/testimonies/{id}", tag = "staff", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 204, description = "gone"), Changes, NotFound))]
pub async fn delete(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    moderation::delete(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
