//! The topics, as chips.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shared::content::Topic;
use utoipa::ToSchema;

use crate::app::AppState;

/// A topic's id and the word on its chip.
#[derive(Debug, Serialize, ToSchema)]
pub struct TopicName {
    /// Its id.
    pub id: String,
    /// The word on its chip.
    pub name: String,
}

impl From<&Topic> for TopicName {
    fn from(topic: &Topic) -> Self {
        Self {
            id: topic.slug.clone(),
            name: topic.name.clone(),
        }
    }
}

/// All topics, in the order of their chips.
#[utoipa::path(get, operation_id = "listTopics", description = "In the order of their chips.", path = "/topics", tag = "guidance", responses((status = 200, body = Vec<TopicName>)))]
pub async fn list(State(state): State<AppState>) -> Json<Vec<TopicName>> {
    Json(state.ctx.content.topics.iter().map(TopicName::from).collect())
}
