//! Guidance for a struggle or a topic.

use std::borrow::Cow;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared::content::{Reference, Translation, UnreadLanguage};
use shared::error::Error;
use shared::guidance::{self, Form, Guidance, GuidanceQuery, Shown};
use shared::locale::Locale;
use shared::search::Hit;
use shared::usage::Usage;
use utoipa::ToSchema;
use uuid::Uuid;

use super::topic::TopicName;
use super::usage::UsageAnswer;
use crate::crisis_help::{CrisisResources, PossibleDanger};
use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, LargeBody, TooMany};
use crate::extract::body::{Json, Now};
use crate::extract::client_hints::header;
use crate::extract::person::Person;
use crate::middleware::second_reader::SecondReading;
use crate::state::AppState;

/// What is asked: words, or a topic. Words win.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuidanceRequest {
    /// What somebody carries, at most 2,000 characters.
    #[schema(max_length = 2000)]
    struggle: Option<String>,
    /// The id of a topic.
    topic_id: Option<String>,
    /// The passages that this browser has shown today, such as `Psalm 34:18`: another one comes, if one fits nearly as
    /// well. The server keeps none of them.
    #[serde(default)]
    #[schema(max_items = 50)]
    shown: Vec<String>,
    /// The ids of the situations and topics whose letters this browser has shown: the next nearest letter comes. The
    /// server keeps none of them.
    #[serde(default)]
    #[schema(max_items = 50)]
    shown_letters: Vec<String>,
    /// The translation of the passage in an English letter: `web`, `kjv` or `asv`; the World English Bible if none is
    /// named or known. A Spanish letter has the Reina-Valera of 1909, `rv1909`.
    translation: Option<String>,
    /// The reader's language, `en` or `es`: of a topic's letter, and of the answer to words that could be in both. Words
    /// in one of the two are answered in it. By default that of `Accept-Language`, or else English.
    language: Option<String>,
}

/// The answer. In a crisis `resources` is filled, nothing was counted, and the topic may stand beside the numbers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the fields of an answer are independent of each other"
)]
pub struct GuidanceAnswer<'a> {
    /// The language of the letter and of everything that comes with it: `en` or `es`.
    pub language: &'static str,
    /// Whether the words tell of danger.
    pub crisis: bool,
    /// Whether they may tell of danger, though not clearly: help is offered beside the letter.
    pub possible_danger: bool,
    /// Where to find help, if they do.
    #[schema(required)]
    pub resources: Option<CrisisResources>,
    /// Today's count; null if nothing was counted.
    #[schema(required)]
    pub usage: Option<UsageAnswer>,
    /// The message of hope and its passage.
    #[schema(required)]
    pub topic: Option<TopicAnswer<'a>>,
    /// Whether the words asked for the passage, such as *Psalm 23*, and said nothing else; that is not counted.
    pub asked: bool,
    /// The situation, if the words tell of one clearly: the message is its letter.
    #[schema(required)]
    pub situation: Option<TopicName<'a>>,
    /// Whether nothing about this letter may be left on a device that others use.
    pub discreet: bool,
    /// The line that leads from a letter to its passage.
    #[schema(required)]
    pub bridge: Option<&'a str>,
    /// A prayer, and a wish for those who do not pray.
    #[schema(required)]
    pub prayer: Option<PrayerWords<'a>>,
    /// Situations that it may be instead; `readLetter` has their letters.
    pub alternatives: Vec<TopicName<'a>>,
    /// A situation of another topic of which the words tell, too.
    #[schema(required)]
    pub also_about: Option<TopicName<'a>>,
    /// Topics near to it.
    pub related: Vec<TopicName<'a>>,
    /// Stories of people who came through the same.
    pub testimonies: Vec<StoryAnswer<'a>>,
    /// Passages from teaching documents.
    pub sources: Vec<SourceAnswer<'a>>,
    /// What to tell somebody whose words are in a language that guidance does not read.
    #[schema(required)]
    pub unread_language: Option<UnreadAnswer<'a>>,
}

/// What people are told who write in a language that guidance does not read.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadAnswer<'a> {
    /// The language of what is said (BCP 47): that of the words, or English if we do not know it.
    pub lang: &'a str,
    /// The direction of its script: `ltr` or `rtl`.
    pub dir: &'static str,
    /// That the letter may not fit, and what works.
    pub text: &'a str,
    /// The label of the way to the topics.
    pub choose: &'a str,
    /// The label of the way to the helplines.
    pub help: &'a str,
}

impl<'a> From<&'a UnreadLanguage> for UnreadAnswer<'a> {
    fn from(language: &'a UnreadLanguage) -> Self {
        Self {
            lang: language.lang(),
            dir: language.dir(),
            text: &language.text,
            choose: &language.choose,
            help: &language.help,
        }
    }
}

/// A message of hope.
#[derive(Debug, Serialize, ToSchema)]
pub struct TopicAnswer<'a> {
    /// The topic's id; `comfort` if the words were not understood, `refuge` in a crisis if others hurt somebody.
    pub id: &'a str,
    /// The heading.
    pub title: Cow<'a, str>,
    /// The message.
    pub content: Cow<'a, str>,
    /// The passage.
    pub scripture: ScriptureAnswer<'a>,
}

/// A prayer of some lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrayerWords<'a> {
    /// To God.
    pub words: &'a str,
    /// Without words of church.
    pub plain: &'a str,
}

/// A passage of scripture, word for word.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScriptureAnswer<'a> {
    /// Where it stands.
    pub reference: String,
    /// Its words.
    pub text: Cow<'a, str>,
    /// The translation they are from.
    pub translation: &'static str,
}

/// A story that may be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryAnswer<'a> {
    /// The story.
    pub id: Uuid,
    /// Its words, without what could tell who wrote it.
    #[schema(value_type = String)]
    pub redacted_text: &'a RawValue,
    /// The language in which it is written: `en` or `es`; null for another one.
    #[schema(required)]
    pub language: Option<&'static str>,
}

/// A passage from a teaching document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceAnswer<'a> {
    /// The document: a book of the library.
    pub book_id: Uuid,
    /// The document's title.
    pub title: &'a str,
    /// The page.
    pub page: i32,
    /// The words around what fits.
    pub snippet: &'a str,
    /// Where in the snippet highlighted words begin and end, in UTF-16.
    pub marks: &'a [[u32; 2]],
}

impl<'a> From<&'a Hit> for SourceAnswer<'a> {
    fn from(hit: &'a Hit) -> Self {
        Self {
            book_id: hit.document,
            title: &hit.title,
            page: hit.page,
            snippet: &hit.snippet.text,
            marks: &hit.snippet.marks,
        }
    }
}

impl<'a> ScriptureAnswer<'a> {
    fn of(guidance: &Guidance<'a>) -> Self {
        Self {
            reference: guidance.reference(),
            text: match &guidance.passage {
                Cow::Borrowed(passage) => Cow::Borrowed(&passage.text),
                Cow::Owned(passage) => Cow::Owned(passage.text.clone()),
            },
            translation: guidance.translation.name(),
        }
    }
}

impl<'a> GuidanceAnswer<'a> {
    /// The answer in a crisis: the helplines, and guidance if there is any.
    #[must_use]
    pub fn in_danger(resources: CrisisResources, guidance: Option<&'a Guidance<'_>>) -> Self {
        let answer = guidance.map(|guidance| Self::of(guidance, None));
        Self {
            crisis: true,
            resources: Some(resources),
            ..answer.unwrap_or_else(|| Self {
                language: Locale::default().tag(),
                crisis: true,
                possible_danger: false,
                resources: None,
                usage: None,
                topic: None,
                asked: false,
                situation: None,
                discreet: true,
                bridge: None,
                prayer: None,
                alternatives: Vec::new(),
                also_about: None,
                related: Vec::new(),
                testimonies: Vec::new(),
                sources: Vec::new(),
                unread_language: None,
            })
        }
    }

    fn of(guidance: &'a Guidance<'_>, usage: Option<Usage>) -> Self {
        let Guidance {
            letter,
            alternatives,
            also_about,
            related,
            testimonies,
            sources,
            unread_language,
            ..
        } = guidance;
        Self {
            language: guidance.locale.tag(),
            crisis: false,
            possible_danger: false,
            resources: None,
            usage: usage.map(UsageAnswer::from),
            topic: Some(TopicAnswer::of(guidance)),
            asked: matches!(guidance.form, Form::Asked(_)),
            situation: letter.as_ref().map(|letter| TopicName::from(letter.situation)),
            discreet: guidance.is_discreet(),
            bridge: letter.as_ref().map(|letter| letter.bridge),
            prayer: PrayerWords::of(guidance),
            alternatives: alternatives
                .iter()
                .map(|situation| TopicName::from(*situation))
                .collect(),
            also_about: also_about.map(TopicName::from),
            related: related.iter().map(|topic| TopicName::from(*topic)).collect(),
            testimonies: testimonies
                .iter()
                .map(|testimony| StoryAnswer {
                    id: testimony.id,
                    redacted_text: &testimony.redacted_text,
                    language: testimony.language.map(Locale::tag),
                })
                .collect(),
            sources: sources.iter().map(SourceAnswer::from).collect(),
            unread_language: unread_language.map(UnreadAnswer::from),
        }
    }
}

impl<'a> TopicAnswer<'a> {
    /// The letter of the situation, or else the message of the topic.
    pub fn of(guidance: &Guidance<'a>) -> Self {
        Self {
            id: &guidance.topic.slug,
            title: guidance.title(),
            content: guidance.message(),
            scripture: ScriptureAnswer::of(guidance),
        }
    }
}

impl<'a> PrayerWords<'a> {
    /// The prayers of an answer, if it has any.
    pub fn of(guidance: &Guidance<'a>) -> Option<Self> {
        let (words, plain) = guidance.prayers()?;
        Some(Self { words, plain })
    }
}

/// The size of most answers: they are serialized into one allocation.
const TYPICAL_SIZE: usize = 8 * 1024;

impl IntoResponse for GuidanceAnswer<'_> {
    fn into_response(self) -> Response {
        let mut body = Vec::with_capacity(TYPICAL_SIZE);
        match serde_json::to_writer(&mut body, &self) {
            Ok(()) => ([(CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => ApiError::from(Error::internal(error)).into_response(),
        }
    }
}

/// The most passages of today that are read.
const MAX_SHOWN: usize = 50;

/// The references among these words; others are left out, as they change nothing.
pub fn references<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Reference> {
    words
        .take(MAX_SHOWN)
        .filter_map(|word| word.trim().parse().ok())
        .collect()
}

/// The translation with this id, or the World English Bible: an app of another version may know other ones.
pub fn translation_named(id: Option<&str>) -> Translation {
    let named = |translation: &Translation| Some(translation.id()) == id;
    Translation::OTHERS.into_iter().find(named).unwrap_or_default()
}

/// The reader's language: the named one, or else the browser's.
pub fn reader_locale(named: Option<&str>, headers: &HeaderMap) -> Locale {
    named
        .and_then(Locale::of_tag)
        .unwrap_or_else(|| Locale::preferred(header(headers, "accept-language").as_deref()))
}

/// Counts a request and answers it. Words that tell of danger never come here: they were answered before.
///
/// Words that tell of danger are answered with the numbers and are not counted.
///
/// # Errors
/// 422 for wrong fields, 429 when the day is used up, 503 without a database.
#[utoipa::path(post, operation_id = "askForGuidance", path = "/guidance", tag = "guidance", request_body = GuidanceRequest, responses((status = 200, body = GuidanceAnswer<'_>), Changes, JsonBody, LargeBody, TooMany))]
pub async fn ask(
    State(state): State<AppState>,
    person: Person,
    headers: HeaderMap,
    Now(now): Now,
    possible: Option<Extension<PossibleDanger>>,
    second: Option<Extension<SecondReading>>,
    Json(request): Json<GuidanceRequest>,
) -> Result<(CookieJar, Response), ApiError> {
    let query = GuidanceQuery::parse(request.struggle, request.topic_id)?;
    let second = second.as_ref().map(|Extension(second)| &*second.0);
    let mut letters = request.shown_letters;
    letters.truncate(MAX_SHOWN);
    let passages = references(request.shown.iter().map(String::as_str));
    let locale = reader_locale(request.language.as_deref(), &headers);
    let shown = Shown {
        passages,
        letters,
        locale,
    };
    let (guidance, usage) = guidance::ask(&state.ctx, &person.caller, &query, &shown, second, now).await?;
    state.weekly.letter(&guidance, &shown.letters);
    let guidance = guidance.translated(&state.ctx.content, translation_named(request.translation.as_deref()));
    let answer = GuidanceAnswer {
        possible_danger: possible.is_some(),
        ..GuidanceAnswer::of(&guidance, usage)
    };
    Ok((person.cookies, answer.into_response()))
}
