//! A letter by the id of its situation or topic.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use shared::error::Error;
use shared::guidance::{self, Corpus, Shown};
use utoipa::{IntoParams, ToSchema};

use super::guidance::{PrayerWords, TopicAnswer, reader_locale, references, translation_named};
use super::topic::TopicName;
use crate::error::ApiError;
use crate::error::refusals::{Invalid, NotFound};
use crate::extract::body::{Path, Query};
use crate::state::AppState;

/// What was shown already.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterQuery {
    /// Passages that this browser has shown today, with commas between: another one comes.
    shown: Option<String>,
    /// The passage of the letter that this browser had shown, such as `Psalm 34:18`, to show the same again; any other
    /// one changes nothing.
    passage: Option<String>,
    /// The translation of the passage in an English letter: `web`, `kjv` or `asv`; the World English Bible if none is
    /// named or known.
    translation: Option<String>,
    /// The language of the letter, `en` or `es`; by default that of `Accept-Language`, or else English.
    language: Option<String>,
}

/// A letter without the words of anybody.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterAnswer<'a> {
    /// The language of the letter and of everything that comes with it: `en` or `es`.
    pub language: &'static str,
    /// The letter and its passage.
    pub topic: TopicAnswer<'a>,
    /// The situation, if the id is of one.
    #[schema(required)]
    pub situation: Option<TopicName<'a>>,
    /// Whether nothing about this letter may be left on a device that others use.
    pub discreet: bool,
    /// The line that leads from the letter of a situation to its passage.
    #[schema(required)]
    pub bridge: Option<&'a str>,
    /// A prayer, and a wish for those who do not pray.
    #[schema(required)]
    pub prayer: Option<PrayerWords<'a>>,
    /// Situations that it may be instead.
    pub alternatives: Vec<TopicName<'a>>,
    /// Topics near to it.
    pub related: Vec<TopicName<'a>>,
}

/// The letter of a situation or a topic.
///
/// It is not counted. The chips below a letter and *Another passage* call it.
///
/// # Errors
/// 404 if there is no such situation or topic.
#[utoipa::path(get, operation_id = "readLetter", path = "/letters/{slug}", tag = "guidance",
    params(("slug" = String, Path, description = "the id of a situation or a topic"), LetterQuery),
    responses((status = 200, body = LetterAnswer<'_>), NotFound, Invalid))]
pub async fn read(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<LetterQuery>,
) -> Result<Response, ApiError> {
    let shown = Shown {
        passages: references(query.shown.as_deref().unwrap_or_default().split(',')),
        letters: Vec::new(),
        locale: reader_locale(query.language.as_deref(), &headers),
    };
    let wanted = query.passage.as_deref().and_then(|passage| passage.trim().parse().ok());
    let translation = translation_named(query.translation.as_deref());
    let guidance = guidance::letter_by_id(Corpus::from(&*state.ctx), &id, &shown, wanted.as_ref())?
        .translated(&state.ctx.content, translation);
    let letter = guidance.letter.as_ref();
    let answer = LetterAnswer {
        language: guidance.locale.tag(),
        topic: TopicAnswer::of(&guidance),
        situation: letter.map(|letter| TopicName::from(letter.situation)),
        discreet: guidance.is_discreet(),
        bridge: letter.map(|letter| letter.bridge),
        prayer: PrayerWords::of(&guidance),
        alternatives: guidance
            .alternatives
            .iter()
            .map(|situation| TopicName::from(*situation))
            .collect(),
        related: guidance.related.iter().map(|topic| TopicName::from(*topic)).collect(),
    };
    let body = serde_json::to_vec(&answer).map_err(Error::internal)?;
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}
