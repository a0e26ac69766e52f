//! Guidance for what somebody carries, or for a topic.

use axum::extract::State;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::content::{Passage, TRANSLATION};
use shared::guidance::{self, Asked, Guidance};
use shared::search::Found;
use shared::usage::Usage;
use utoipa::ToSchema;
use uuid::Uuid;

use super::crisis_resources::CrisisResources;
use super::topics::TopicName;
use super::usage::UsageAnswer;
use crate::app::AppState;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Json, Now};
use crate::person::Person;

/// What is asked: words, or a topic. Words win.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuidanceRequest {
    /// What somebody carries, at most 2,000 characters.
    #[schema(max_length = 2000)]
    struggle: Option<String>,
    /// The id of a topic.
    topic_id: Option<String>,
}

/// The answer. In a crisis `resources` is filled, nothing was counted, and the topic may stand beside the numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuidanceAnswer {
    /// Whether the words tell of danger.
    pub crisis: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
    /// Today's count; null if nothing was counted.
    #[schema(required)]
    pub usage: Option<UsageAnswer>,
    /// The message of hope and its passage.
    #[schema(required)]
    pub topic: Option<TopicAnswer>,
    /// Topics near to it.
    pub related: Vec<TopicName>,
    /// Stories of people who came through the same.
    pub testimonies: Vec<StoryAnswer>,
    /// Passages from teaching documents.
    pub sources: Vec<SourceAnswer>,
}

/// A message of hope.
#[derive(Debug, Serialize, ToSchema)]
pub struct TopicAnswer {
    /// The topic's id; `comfort` if the words were not understood.
    pub id: String,
    /// The heading.
    pub title: String,
    /// The message.
    pub content: String,
    /// The passage.
    pub scripture: ScriptureAnswer,
}

/// A passage of scripture, word for word.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScriptureAnswer {
    /// Where it stands.
    pub reference: String,
    /// Its words.
    pub text: String,
    /// The translation they are from.
    pub translation: &'static str,
}

/// A story that may be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryAnswer {
    /// The story.
    pub id: Uuid,
    /// Its words, without what could tell who wrote it.
    pub redacted_text: String,
}

/// A passage from a teaching document.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceAnswer {
    /// The document's title.
    pub title: String,
    /// The page.
    pub page: i32,
    /// The words around what fits.
    pub snippet: String,
    /// Where in the snippet highlighted words begin and end, in UTF-16.
    pub marks: Vec<[u32; 2]>,
}

impl From<Found> for SourceAnswer {
    fn from(found: Found) -> Self {
        Self {
            title: found.title,
            page: found.page,
            snippet: found.snippet.text,
            marks: found.snippet.marks,
        }
    }
}

impl From<&Passage> for ScriptureAnswer {
    fn from(passage: &Passage) -> Self {
        Self {
            reference: passage.reference.to_string(),
            text: passage.text.clone(),
            translation: TRANSLATION,
        }
    }
}

impl GuidanceAnswer {
    /// The answer to somebody in danger: the numbers first.
    #[must_use]
    pub fn in_danger(resources: CrisisResources, guidance: Option<Guidance<'_>>) -> Self {
        let beside = guidance.map(|guidance| Self::of(guidance, None));
        Self {
            crisis: true,
            resources: Some(resources),
            ..beside.unwrap_or_else(|| Self {
                crisis: true,
                resources: None,
                usage: None,
                topic: None,
                related: Vec::new(),
                testimonies: Vec::new(),
                sources: Vec::new(),
            })
        }
    }

    fn of(guidance: Guidance<'_>, usage: Option<Usage>) -> Self {
        let Guidance {
            topic,
            passage,
            related,
            stories,
            sources,
        } = guidance;
        Self {
            crisis: false,
            resources: None,
            usage: usage.map(UsageAnswer::from),
            topic: Some(TopicAnswer {
                id: topic.slug.clone(),
                title: topic.title.clone(),
                content: topic.content.clone(),
                scripture: passage.into(),
            }),
            related: related.into_iter().map(TopicName::from).collect(),
            testimonies: stories
                .into_iter()
                .map(|story| StoryAnswer {
                    id: story.id,
                    redacted_text: story.redacted_text,
                })
                .collect(),
            sources: sources.into_iter().map(SourceAnswer::from).collect(),
        }
    }
}

/// Counts a request and answers it. Words that tell of danger never come here: they were answered before.
///
/// # Errors
/// 422 for wrong fields, 429 when the day is used up, 503 without a database.
#[utoipa::path(post, operation_id = "askForGuidance", description = "Words that tell of danger are answered with the numbers and are not counted.", path = "/guidance", tag = "guidance", request_body = GuidanceRequest, responses(
    (status = 200, body = GuidanceAnswer),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody)))]
pub async fn ask(
    State(state): State<AppState>,
    person: Person,
    Now(now): Now,
    Json(request): Json<GuidanceRequest>,
) -> Result<(CookieJar, axum::Json<GuidanceAnswer>), ApiError> {
    let asked = Asked::parse(request.struggle, request.topic_id)?;
    let (guidance, usage) = guidance::ask(&state.ctx, &person.asker, &asked, now).await?;
    Ok((person.cookies, axum::Json(GuidanceAnswer::of(guidance, Some(usage)))))
}
