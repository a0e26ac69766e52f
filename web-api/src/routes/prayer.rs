//! The prayers of a user.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::confided::Confided;
use shared::prayer::{self, Change, NewPrayer, Prayer};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::crisis_help::{CrisisHelp, CrisisResources, PossibleDanger};
use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, LargeBody, NotFound};
use crate::extract::body::{IdempotencyKey, Json, Now, Path};
use crate::extract::person::SignedIn;
use crate::state::AppState;

/// A prayer of one's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Prayer)]
pub struct OwnPrayer {
    /// The prayer.
    pub id: Uuid,
    /// Its words.
    pub text: String,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Whether the prayer team may read it.
    pub shared: bool,
    /// When somebody of the prayer team last prayed for it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub prayed_at: Option<OffsetDateTime>,
    /// When its author marked it as answered.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub answered_at: Option<OffsetDateTime>,
    /// How it was answered, in its author's words.
    #[schema(required)]
    pub answer_note: Option<String>,
}

impl From<Prayer> for OwnPrayer {
    fn from(prayer: Prayer) -> Self {
        Self {
            id: prayer.id,
            text: prayer.text.reveal().to_owned(),
            created_at: prayer.created_at,
            shared: prayer.shared_at.is_some(),
            prayed_at: prayer.prayed_at,
            answered_at: prayer.answered_at,
            answer_note: prayer.answer_note.map(|note| note.reveal().to_owned()),
        }
    }
}

/// The prayers of one author.
#[derive(Serialize, ToSchema)]
pub struct PrayersAnswer {
    /// The newest first.
    pub prayers: Vec<OwnPrayer>,
    /// Whether they may write and share prayers now.
    pub premium: bool,
}

/// What became of a prayer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrayerAnswer {
    /// Whether the words tell of danger.
    pub crisis: bool,
    /// Whether they may tell of danger, though not clearly.
    pub possible_danger: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
    /// The prayer as it is kept; null when the words tell of danger and it is not stored, or not yet.
    #[schema(required)]
    pub prayer: Option<OwnPrayer>,
}

impl PrayerAnswer {
    /// The answer in a crisis when the prayer is not stored in time, or may not be stored.
    #[must_use]
    pub const fn in_danger_unsaved(resources: CrisisResources) -> Self {
        Self {
            crisis: true,
            possible_danger: false,
            resources: Some(resources),
            prayer: None,
        }
    }

    fn of(prayer: Prayer, danger: Option<Extension<CrisisHelp>>, possible: Option<Extension<PossibleDanger>>) -> Self {
        Self {
            crisis: danger.is_some(),
            possible_danger: possible.is_some(),
            resources: danger.map(|Extension(danger)| danger.resources),
            prayer: Some(prayer.into()),
        }
    }
}

/// A prayer of 1 to 2,000 characters.
#[derive(Deserialize, ToSchema)]
pub struct NewPrayerRequest {
    /// Its words.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 2000)]
    text: String,
    /// Whether the prayer team may read it.
    #[serde(default)]
    shared: bool,
}

/// What changes about a prayer; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePrayerRequest {
    /// Whether it is answered. Taking that back takes the note away, too.
    answered: Option<bool>,
    /// How it was answered: up to 2,000 characters; an empty text takes the note away.
    #[schema(max_length = 2000)]
    answer_note: Option<String>,
    /// Whether the prayer team may read it.
    shared: Option<bool>,
}

/// The prayers of the signed-in user, with premium or without.
///
/// The newest first. A user whose premium has ended may still read them.
#[utoipa::path(get, operation_id = "listPrayers", path = "/prayers", tag = "prayers", responses((status = 200, body = PrayersAnswer), Changes))]
pub async fn list(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
) -> Result<axum::Json<PrayersAnswer>, ApiError> {
    let prayers = prayer::own(&state.ctx, user.id).await?;
    Ok(axum::Json(PrayersAnswer {
        prayers: prayers.into_iter().map(OwnPrayer::from).collect(),
        premium: user.is_premium(now),
    }))
}

/// Accepts a prayer. It is stored when this answers.
///
/// Stored encrypted when this answers. Words that tell of danger are answered with the numbers, premium or not.
///
/// # Errors
/// 403 without premium, 409 `KEY_REUSED` if the idempotency key came with other words before, 422 for wrong words, 503
/// without a database.
#[utoipa::path(post, operation_id = "writePrayer", path = "/prayers", tag = "prayers", request_body = NewPrayerRequest,
    params(("Idempotency-Key" = Option<Uuid>, Header, description = "the same for every retry of one prayer")),
    responses((status = 201, description = "stored", body = PrayerAnswer),
        (status = 200, description = "the words tell of danger; `prayer` tells whether it is stored", body = PrayerAnswer), Changes, JsonBody, LargeBody, Conflict))]
pub async fn write(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    danger: Option<Extension<CrisisHelp>>,
    possible: Option<Extension<PossibleDanger>>,
    Json(request): Json<NewPrayerRequest>,
) -> Result<(StatusCode, axum::Json<PrayerAnswer>), ApiError> {
    let new = NewPrayer::parse(&Confided::new(request.text), request.shared, idempotency_key)?;
    let written = prayer::write(&state.ctx, &user, &new, now).await?;
    let code = if danger.is_some() {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    Ok((code, axum::Json(PrayerAnswer::of(written, danger, possible))))
}

/// Marks a prayer as answered or not, notes how, shares it or takes it back.
///
/// Only sharing needs premium. What is left out stays.
///
/// # Errors
/// 403 for sharing without premium, 404 for what is no prayer of theirs, 422 for a wrong note.
#[utoipa::path(patch, operation_id = "changePrayer", path = "/prayers/{id}", tag = "prayers", request_body = ChangePrayerRequest,
    params(("id" = Uuid, Path, description = "the prayer")),
    responses((status = 200, body = PrayerAnswer), Changes, JsonBody, LargeBody, NotFound))]
pub async fn change(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Path(id): Path<Uuid>,
    danger: Option<Extension<CrisisHelp>>,
    possible: Option<Extension<PossibleDanger>>,
    Json(request): Json<ChangePrayerRequest>,
) -> Result<axum::Json<PrayerAnswer>, ApiError> {
    let note = request.answer_note.map(Confided::new);
    let change = Change::parse(request.answered, note, request.shared)?;
    let changed = prayer::change(&state.ctx, &user, id, &change, now).await?;
    Ok(axum::Json(PrayerAnswer::of(changed, danger, possible)))
}

/// Deletes a prayer: it is gone at once, shared or not.
///
/// It is gone at once, shared or not.
///
/// # Errors
/// 404 for what is no prayer of theirs, and for one that is gone already.
#[utoipa::path(delete, operation_id = "deletePrayer", path = "/prayers/{id}", tag = "prayers",
    params(("id" = Uuid, Path, description = "the prayer")),
    responses((status = 204, description = "it is gone"), Changes, NotFound))]
pub async fn delete(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    prayer::delete(&state.ctx, user.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
