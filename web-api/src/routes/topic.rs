//! The topics of guidance.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use shared::content::{Situation, Topic};
use utoipa::ToSchema;

use crate::state::AppState;

/// The id of a topic or of a situation, and the words on its chip.
#[derive(Debug, Serialize, ToSchema)]
pub struct TopicName<'a> {
    /// Its id.
    pub id: &'a str,
    /// The words on its chip.
    pub name: &'a str,
}

impl<'a> From<&'a Topic> for TopicName<'a> {
    fn from(topic: &'a Topic) -> Self {
        Self {
            id: &topic.slug,
            name: &topic.name,
        }
    }
}

impl<'a> From<&'a Situation> for TopicName<'a> {
    fn from(situation: &'a Situation) -> Self {
        Self {
            id: &situation.slug,
            name: &situation.chip,
        }
    }
}

/// All topics, in the order of their chips.
///
/// In the order of their chips.
#[utoipa::path(get, operation_id = "listTopics", path = "/topics", tag = "guidance", responses((status = 200, body = Vec<TopicName<'_>>)))]
pub async fn list(State(state): State<AppState>) -> Response {
    let names: Vec<TopicName<'_>> = state.ctx.content.english.topics.iter().map(TopicName::from).collect();
    Json(names).into_response()
}
