//! How near letters were to their readers, for staff.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shared::content::Content;
use shared::nearness::{self, Nearness};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::Reads;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// How near a letter with a passage was to its readers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterNearness {
    /// The id of the situation or topic.
    pub letter: String,
    /// What its chip says; null if the content has no such letter any more.
    #[schema(required)]
    pub name: Option<String>,
    /// The passage; empty if it was none of the letter's own.
    pub passage: String,
    /// How many readers said that it was near.
    pub near: i64,
    /// How many said *not quite*.
    pub not_quite: i64,
}

impl LetterNearness {
    fn of(content: &Content, counted: Nearness) -> Self {
        let situation = content
            .english
            .situation(&counted.letter)
            .map(|situation| &situation.chip);
        let topic = || content.english.topic(&counted.letter).map(|topic| &topic.name);
        Self {
            name: situation.or_else(topic).cloned(),
            letter: counted.letter,
            passage: counted.passage,
            near: counted.near,
            not_quite: counted.not_quite,
        }
    }
}

/// The letters that readers were asked about, those first that miss most.
///
/// Counted by letter and passage, without any person; new taps come within a minute.
#[utoipa::path(get, operation_id = "listLetterNearness", path = "/admin/letters", tag = "staff",
    responses((status = 200, body = Vec<LetterNearness>), Reads))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<Json<Vec<LetterNearness>>, ApiError> {
    let counted = nearness::list(&state.ctx.db).await?;
    let content = &state.ctx.content;
    Ok(Json(
        counted
            .into_iter()
            .map(|one| LetterNearness::of(content, one))
            .collect(),
    ))
}
