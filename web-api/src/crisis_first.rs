//! Screens what people send before anything else looks at the request.
//!
//! Invariant: nothing on this path waits for a database, for Redis, for a session, a limit or a lock. Whatever becomes
//! of the request behind it, words that tell of danger are answered with the numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt as _;
use serde_json::Value;
use shared::guidance::{Asked, without_counting};
use shared::screening;
use shared::{metrics, trace};
use tracing::Instrument as _;

use crate::app::AppState;
use crate::error::ApiError;
use crate::routes::crisis_resources::CrisisResources;
use crate::routes::guidance::GuidanceAnswer;
use crate::routes::prayers::PrayerAnswer;
use crate::routes::testimony::SubmissionAnswer;
use crate::routes::testimony_preview::PreviewAnswer;
use crate::whereabouts::whereabouts;
use crate::{guest, words};

/// The largest body of a call that carries people's words: 20,000 characters, each escaped, several times over.
pub const MAX_BODY_SIZE: usize = 256 * 1024;

/// So much of a body that is too large is taken in and thrown away: a client that is cut off while it still sends
/// never sees the answer.
const MAX_DRAINED_SIZE: usize = 32 * 1024 * 1024;

/// How long a body may take to arrive. What came until then is screened all the same.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Danger was seen in the words of this request.
#[derive(Debug, Clone)]
pub struct Danger {
    /// Where to find help.
    pub resources: CrisisResources,
}

/// The calls whose bodies carry what people confide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carries {
    Struggle,
    Story,
    /// A story that is not handed in yet.
    Preview,
    /// A prayer, or the note on its answer.
    Prayer,
}

/// Shows operators the screenings of every call, before there is one.
pub fn begin_to_count() {
    for carries in Carries::ALL {
        metrics::screens(carries.word());
    }
}

impl Carries {
    const ALL: [Self; 4] = [Self::Struggle, Self::Story, Self::Preview, Self::Prayer];

    /// The word in metrics.
    const fn word(self) -> &'static str {
        match self {
            Self::Struggle => "guidance",
            Self::Story => "story",
            Self::Preview => "preview",
            Self::Prayer => "prayer",
        }
    }

    /// The paths are those below `/api`, where this layer sits.
    fn of(request: &Request) -> Option<Self> {
        match (request.method(), request.uri().path().trim_end_matches('/')) {
            (&Method::POST, "/guidance") => Some(Self::Struggle),
            (&Method::POST, "/testimonies") => Some(Self::Story),
            (&Method::POST, "/testimonies/preview") => Some(Self::Preview),
            (&Method::POST, "/prayers") => Some(Self::Prayer),
            (&Method::PATCH, path) if path.starts_with("/prayers/") => Some(Self::Prayer),
            _ => None,
        }
    }
}

/// The body as far as it came.
struct Arrived {
    bytes: Vec<u8>,
    problem: Option<ApiError>,
}

/// The layer: reads the body, screens it, and goes on or answers.
pub async fn screen(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Some(carries) = Carries::of(&request) else {
        return next.run(request).await;
    };
    let (parts, body) = request.into_parts();
    let arrived = read(body).await;
    let danger = words::screen(&state.ctx, &arrived.bytes);
    metrics::screened(carries.word(), danger.severity);
    if !danger.is_crisis() {
        return match arrived.problem {
            Some(problem) => problem.into_response(),
            None => next.run(Request::from_parts(parts, Body::from(arrived.bytes))).await,
        };
    }
    let resources = CrisisResources::find(&state, &whereabouts(&parts.headers, None), danger.category_word());
    if let Some(problem) = arrived.problem {
        return with_numbers(problem.into_response(), resources);
    }
    let marked = |bytes: Vec<u8>| {
        let mut request = Request::from_parts(parts, Body::from(bytes));
        request.extensions_mut().insert(Danger {
            resources: resources.clone(),
        });
        request
    };
    match carries {
        Carries::Struggle => answer_struggle(&state, &arrived.bytes, danger, resources),
        Carries::Story => {
            let request = marked(arrived.bytes);
            answer_story(&state, request, next, resources).await
        }
        Carries::Preview => {
            let request = marked(arrived.bytes);
            answer_preview(&state, request, next, resources).await
        }
        Carries::Prayer => {
            let request = marked(arrived.bytes);
            let unsaved = |numbers| axum::Json(PrayerAnswer::in_danger_unsaved(numbers)).into_response();
            store(&state, request, next, resources, unsaved).await
        }
    }
}

/// The numbers, and beside them what can be said without counting.
fn answer_struggle(state: &AppState, body: &[u8], danger: screening::Danger, resources: CrisisResources) -> Response {
    let Ok(fields) = serde_json::from_slice::<Value>(body) else {
        return with_numbers(ApiError::bad_request().into_response(), resources);
    };
    let field = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let asked = Asked::parse(field("struggle"), field("topicId")).ok();
    // What stands beside the numbers must never cost them.
    let beside = || {
        asked
            .as_ref()
            .and_then(|asked| without_counting(&state.ctx, asked, danger))
    };
    let guidance = catch_unwind(AssertUnwindSafe(beside)).unwrap_or_default();
    GuidanceAnswer::in_danger(resources, guidance.as_ref()).into_response()
}

/// Lets the story be stored, and answers with the numbers whatever becomes of that.
async fn answer_story(state: &AppState, mut request: Request, next: Next, resources: CrisisResources) -> Response {
    let cookie = guest::introduce(&state.ctx.config, request.headers_mut());
    let unsaved = |numbers| axum::Json(SubmissionAnswer::in_danger_unsaved(numbers)).into_response();
    let mut answer = store(state, request, next, resources, unsaved).await;
    answer.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    answer
}

/// Lets words be stored, and answers with the numbers whatever becomes of that.
async fn store(
    state: &AppState,
    request: Request,
    next: Next,
    resources: CrisisResources,
    unsaved: impl FnOnce(CrisisResources) -> Response,
) -> Response {
    #[expect(
        clippy::disallowed_methods,
        reason = "the words go on being stored after the numbers were shown; a retry finds them by its key"
    )]
    let storing = tokio::spawn(carried(next.run(request)).in_current_span());
    let patience = if state.health.database_answers() {
        state.ctx.patience.words_in_danger
    } else {
        Duration::ZERO
    };
    match tokio::time::timeout(patience, storing).await {
        Ok(Ok(stored)) if stored.status().is_success() => stored,
        Ok(Ok(refused)) if refused.status() == StatusCode::BAD_REQUEST => with_numbers(refused, resources),
        _ => unsaved(resources),
    }
}

/// Lets the story be previewed, and answers with the numbers whatever becomes of that.
async fn answer_preview(state: &AppState, request: Request, next: Next, resources: CrisisResources) -> Response {
    match tokio::time::timeout(state.ctx.patience.words_in_danger, next.run(request)).await {
        Ok(seen) if seen.status().is_success() => seen,
        Ok(refused) if refused.status() == StatusCode::BAD_REQUEST => with_numbers(refused, resources),
        _ => axum::Json(PreviewAnswer::in_danger_unseen(resources)).into_response(),
    }
}

/// Work that goes on by itself, and goes back to the same request.
fn carried<Work: Future>(work: Work) -> impl Future<Output = Work::Output> {
    let trace = trace::current();
    async move {
        match trace {
            Some(trace) => trace::within(trace, work).await,
            None => work.await,
        }
    }
}

fn with_numbers(mut response: Response, resources: CrisisResources) -> Response {
    response.extensions_mut().insert(Danger { resources });
    response
}

async fn read(mut body: Body) -> Arrived {
    let mut bytes = Vec::new();
    let all = async {
        let mut thrown_away = 0;
        while let Some(frame) = body.frame().await {
            let data: Bytes = frame
                .map_err(|_| ApiError::bad_request())?
                .into_data()
                .unwrap_or_default();
            let (kept, excess) = data.split_at(data.len().min(MAX_BODY_SIZE - bytes.len()));
            bytes.extend_from_slice(kept);
            thrown_away += excess.len();
            if thrown_away > MAX_DRAINED_SIZE {
                break;
            }
        }
        if thrown_away > 0 {
            Err(ApiError::too_large())
        } else {
            Ok(())
        }
    };
    let problem = tokio::time::timeout(BODY_TIMEOUT, all)
        .await
        .unwrap_or_else(|_| {
            Err(ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "TOO_SLOW",
                "This took too long to arrive.",
            ))
        })
        .err();
    Arrived { bytes, problem }
}
