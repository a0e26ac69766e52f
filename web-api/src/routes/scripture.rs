//! A passage of scripture with the verses around it.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::content::Reference;
use utoipa::{IntoParams, ToSchema};

use super::guidance::translation_named;
use crate::error::ApiError;
use crate::error::refusals::{Invalid, NotFound};
use crate::extract::body::{Path, Query};
use crate::state::AppState;

const DEFAULT_AROUND: usize = 3;
const MAX_AROUND: usize = 20;

/// How much to show around.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AroundQuery {
    /// Verses before and after, 3 if not told, 20 at most.
    around: Option<usize>,
    /// The translation: `web`, `kjv`, `asv` or `rv1909` (in Spanish); the World English Bible if none is named or known,
    /// or if the passage is not in it. References are written as in its language.
    translation: Option<String>,
}

/// The verses of a passage and around it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScriptureAround {
    /// The passage.
    pub reference: String,
    /// The translation.
    pub translation: &'static str,
    /// The verses in order.
    pub verses: Vec<VerseAnswer>,
}

/// One verse.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerseAnswer {
    /// Where it stands.
    pub reference: String,
    /// Its number in the chapter.
    pub number: usize,
    /// Its words.
    pub text: String,
    /// Whether it belongs to the passage itself.
    pub in_passage: bool,
}

/// The verses of a passage, with some before and after.
///
/// # Errors
/// 404 for what is no passage, 422 for an `around` that is no number.
#[utoipa::path(get, operation_id = "readScripture", path = "/scripture/{reference}", tag = "guidance",
    params(("reference" = String, Path, description = "such as Romans 8:38-39, ps 23, Jude 24 or salmo 23"), AroundQuery),
    responses((status = 200, body = ScriptureAround), NotFound, Invalid))]
pub async fn around(
    State(state): State<AppState>,
    Path(reference): Path<String>,
    Query(query): Query<AroundQuery>,
) -> Result<Json<ScriptureAround>, ApiError> {
    let reference: Reference = reference.parse().map_err(|_| ApiError::not_found())?;
    let around = query.around.unwrap_or(DEFAULT_AROUND).min(MAX_AROUND);
    let wanted = translation_named(query.translation.as_deref());
    let (scripture, translation) = state.ctx.content.translated(&reference, wanted);
    let locale = translation.locale();
    let verses = scripture.around(&reference, around).ok_or_else(ApiError::not_found)?;
    let verses = verses.into_iter().map(|verse| VerseAnswer {
        in_passage: reference.overlaps(&verse.reference),
        number: verse.reference.first_verse,
        reference: verse.reference.in_language(locale).to_string(),
        text: verse.text.to_owned(),
    });
    Ok(Json(ScriptureAround {
        verses: verses.collect(),
        translation: translation.name(),
        reference: reference.in_language(locale).to_string(),
    }))
}
