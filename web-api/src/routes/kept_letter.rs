//! The letters that the account of the signed-in user keeps, and whether it keeps any.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared::kept_letter::{self, Choice, KeptLetter, MAX_LETTER_SIZE, NewLetter};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::guidance::{PrayerWords, ScriptureAnswer};
use super::topic::TopicName;
use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, LargeBody, NotFound};
use crate::extract::body::{Json, Now, Path};
use crate::extract::person::SignedIn;
use crate::state::AppState;

/// The largest body: a letter, with its time and some room.
pub const MAX_BODY: usize = MAX_LETTER_SIZE + 1024;

/// The letters that the account keeps.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptLettersAnswer {
    /// Whose they are: a browser that still has those of somebody else removes them.
    pub user_id: Uuid,
    /// Since when it keeps letters; null if its user did not choose that.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub chosen_at: Option<OffsetDateTime>,
    /// Whether they may choose that, and keep more letters, now.
    pub premium: bool,
    /// The newest first.
    pub letters: Vec<KeptLetterAnswer>,
}

/// A letter that the account keeps.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeptLetter)]
pub struct KeptLetterAnswer {
    /// Its id.
    pub id: Uuid,
    /// When it was kept.
    #[serde(with = "time::serde::rfc3339")]
    pub kept_at: OffsetDateTime,
    /// The letter.
    #[schema(value_type = KeptLetterWords<'_>)]
    pub letter: Box<RawValue>,
}

impl From<KeptLetter> for KeptLetterAnswer {
    fn from(kept: KeptLetter) -> Self {
        Self {
            id: kept.id,
            kept_at: kept.kept_at,
            // The rule stores nothing but JSON.
            letter: RawValue::from_string(kept.letter.reveal().to_owned())
                .unwrap_or_else(|_| RawValue::NULL.to_owned()),
        }
    }
}

/// A letter as it is kept: what its page shows, without the stories of others and quotations from teachings. The rule
/// checks it; this describes it.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct KeptLetterWords<'a> {
    /// Its language: `en` or `es`.
    pub language: &'a str,
    /// The message of hope and its passage.
    pub topic: KeptMessage<'a>,
    /// Whether the passage was asked for.
    pub asked: bool,
    /// The situation whose letter it is.
    #[schema(required)]
    pub situation: Option<TopicName<'a>>,
    /// Whether nothing about it may be left on a device that others use.
    pub discreet: bool,
    /// The line that leads to the passage.
    #[schema(required)]
    pub bridge: Option<&'a str>,
    /// A prayer, and a wish for those who do not pray.
    #[schema(required)]
    pub prayer: Option<PrayerWords<'a>>,
    /// Situations that it may be instead.
    pub alternatives: Vec<TopicName<'a>>,
    /// A situation of another topic of which the words told, too.
    #[schema(required)]
    pub also_about: Option<TopicName<'a>>,
    /// Topics near to it.
    pub related: Vec<TopicName<'a>>,
}

/// The message of a letter that is kept.
#[derive(ToSchema)]
pub struct KeptMessage<'a> {
    /// The topic's id.
    pub id: &'a str,
    /// The heading.
    pub title: &'a str,
    /// The message. It may begin with a sentence of its reader's own.
    pub content: &'a str,
    /// The passage.
    pub scripture: ScriptureAnswer<'a>,
}

/// Whether the account keeps letters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseLettersRequest {
    /// Whether it does; false deletes those that it has.
    keep: bool,
}

/// A letter to keep.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeepLetterRequest {
    /// When it was kept on the device; left out, it is kept now.
    #[serde(default, with = "time::serde::rfc3339::option")]
    kept_at: Option<OffsetDateTime>,
    /// The letter.
    #[schema(value_type = KeptLetterWords<'_>)]
    letter: Box<RawValue>,
}

/// The letters that the account of the signed-in user keeps, with premium or without.
///
/// The newest first. A user whose premium has ended may still read them.
#[utoipa::path(get, operation_id = "listKeptLetters", path = "/user/letters", tag = "account", responses((status = 200, body = KeptLettersAnswer), Changes))]
pub async fn list(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
) -> Result<axum::Json<KeptLettersAnswer>, ApiError> {
    let kept = kept_letter::own(&state.ctx, user.id).await?;
    Ok(axum::Json(KeptLettersAnswer {
        user_id: user.id.0,
        chosen_at: kept.chosen_at,
        premium: user.is_premium(now),
        letters: kept.letters.into_iter().map(KeptLetterAnswer::from).collect(),
    }))
}

/// Chooses whether the account keeps letters.
///
/// Keeping them needs premium. To keep none any more deletes those that it has, and needs none.
///
/// # Errors
/// 403 for keeping letters without premium.
#[utoipa::path(put, operation_id = "chooseKeptLetters", path = "/user/letters", tag = "account", request_body = ChooseLettersRequest,
    responses((status = 204, description = "it is chosen"), Changes, JsonBody, LargeBody))]
pub async fn choose(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Json(request): Json<ChooseLettersRequest>,
) -> Result<StatusCode, ApiError> {
    let choice = if request.keep { Choice::Keep } else { Choice::Forget };
    kept_letter::choose(&state.ctx, &user, choice, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps a letter with the account, if that was chosen.
///
/// It is sealed. The id is made by the browser: a retry stores no second letter. Its passage must stand word for word in
/// its translation, and its situations and topics must exist.
///
/// # Errors
/// 403 without premium, 404 if the id is that of somebody else's letter, 409 if the account keeps no letters, 422 for
/// what is no letter of ours, and when the account has 50.
#[utoipa::path(put, operation_id = "keepLetter", path = "/user/letters/{id}", tag = "account", request_body = KeepLetterRequest,
    params(("id" = Uuid, Path, description = "the letter")),
    responses((status = 204, description = "it is kept"), Changes, JsonBody, LargeBody, NotFound, Conflict))]
pub async fn keep(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Path(id): Path<Uuid>,
    Json(request): Json<KeepLetterRequest>,
) -> Result<StatusCode, ApiError> {
    let new = NewLetter::parse(&state.ctx.content, id, request.kept_at, request.letter.get())?;
    kept_letter::keep(&state.ctx, &user, &new, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a letter from the account, with premium or without.
///
/// # Errors
/// 404 for what is no letter of theirs, and for one that is gone already.
#[utoipa::path(delete, operation_id = "deleteKeptLetter", path = "/user/letters/{id}", tag = "account",
    params(("id" = Uuid, Path, description = "the letter")),
    responses((status = 204, description = "it is gone"), Changes, NotFound))]
pub async fn delete(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    kept_letter::delete(&state.ctx, user.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
