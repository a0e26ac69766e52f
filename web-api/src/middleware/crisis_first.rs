//! Crisis screening: the outermost layer that sees a body.
//!
//! Invariant: nothing here waits for a database, Redis, a session, a limit or a lock. Text that shows a crisis is
//! answered with the helplines, whatever the handler does with the request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt as _;
use serde_json::Value;
use shared::guidance::{Guidance, GuidanceQuery, crisis_guidance};
use shared::locale::Locale;
use shared::screening::Danger;
use shared::weekly_count::Event;
use shared::{metrics, trace};
use tracing::Instrument as _;

use super::body_strings;
use super::second_reader::{self, SecondReading};
use crate::crisis_help::{CrisisHelp, CrisisResources, PossibleDanger};
use crate::error::ApiError;
use crate::extract::client_hints::client_hints;
use crate::extract::guest;
use crate::pages::plain::Plain;
use crate::policy::{Policy, Screened};
use crate::routes::guidance::GuidanceAnswer;
use crate::routes::library::PassagesAnswer;
use crate::routes::plain;
use crate::routes::prayer::PrayerAnswer;
use crate::routes::testimony::SubmissionAnswer;
use crate::routes::testimony_preview::PreviewAnswer;
use crate::state::AppState;

/// The largest body of a call: several times 20,000 characters, each escaped.
pub const MAX_BODY_SIZE: usize = 256 * 1024;

/// How much of a body that is too large is drained: a client that is cut off while it sends never sees the answer.
const MAX_DRAINED_SIZE: usize = 32 * 1024 * 1024;

/// Registers the counters of all screened calls, so that operators see them before the first call.
pub fn register_metrics() {
    for screened in [
        Screened::Struggle,
        Screened::Form,
        Screened::Testimony,
        Screened::Preview,
        Screened::Prayer,
        Screened::Search,
    ] {
        metrics::init_screenings(label(screened));
    }
    metrics::init_second_readings();
}

/// The label of a screened call in metrics.
const fn label(screened: Screened) -> &'static str {
    match screened {
        Screened::Struggle => "guidance",
        Screened::Form => "plain",
        Screened::Testimony => "story",
        Screened::Preview => "preview",
        Screened::Prayer => "prayer",
        Screened::Search => "search",
    }
}

/// The part of the body that arrived.
struct Arrived {
    bytes: Vec<u8>,
    problem: Option<ApiError>,
}

/// The layer: reads the body, screens it, and passes the request on or answers it.
pub async fn screen(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Some(screened) = Policy::of(&request).screened else {
        return next.run(request).await;
    };
    if screened == Screened::Search {
        return screen_search(&state, request, next).await;
    }
    let (parts, body) = request.into_parts();
    let arrived = read(body, state.ctx.timeouts.body).await;
    let screen = |text: String| {
        let danger = state.ctx.care.screen(&text, None);
        (text, danger)
    };
    let texts = if screened == Screened::Form {
        body_strings::portions_of_form(&state.ctx.content, &arrived.bytes)
    } else {
        body_strings::portions_of(&state.ctx.content, &arrived.bytes)
    };
    let texts: Vec<(String, Danger)> = texts.into_iter().map(screen).collect();
    let mut danger = Danger::worst(texts.iter().map(|(_, danger)| *danger));
    let mut second = None;
    // A struggle gets the verdict of all readers. Stories and prayers, which people look at, keep an alarm of the first.
    let is_open = match screened {
        Screened::Struggle | Screened::Form => !danger.is_plain(),
        Screened::Testimony | Screened::Preview | Screened::Prayer | Screened::Search => !danger.is_crisis(),
    };
    if is_open && arrived.problem.is_none() {
        // If there is time for it.
        (danger, second) = read_again(&state, texts, danger).await;
    }
    note(&state, screened, danger);
    if screened == Screened::Form && (danger.is_crisis() || arrived.problem.is_some()) {
        return answer_form(&state, &parts.headers, &arrived, danger, second.as_ref());
    }
    if !danger.is_crisis() {
        if let Some(problem) = arrived.problem {
            return problem.into_response();
        }
        let mut request = Request::from_parts(parts, Body::from(arrived.bytes));
        if danger.is_possible {
            request.extensions_mut().insert(PossibleDanger);
        }
        if let Some(second) = second {
            request.extensions_mut().insert(second);
        }
        return next.run(request).await;
    }
    let hints = client_hints(&parts.headers, None);
    let preferred = Locale::preferred(hints.languages.as_deref());
    let help = CrisisHelp {
        danger,
        resources: CrisisResources::find(&state.ctx, &hints, danger.category_name()),
    };
    if let Some(problem) = arrived.problem {
        return with_helplines(problem.into_response(), help);
    }
    let marked = |bytes: Vec<u8>| {
        let mut request = Request::from_parts(parts, Body::from(bytes));
        request.extensions_mut().insert(help.clone());
        request
    };
    match screened {
        Screened::Struggle | Screened::Form | Screened::Search => {
            answer_struggle(&state, &arrived.bytes, help, second.as_ref(), preferred)
        }
        Screened::Testimony => {
            let request = marked(arrived.bytes);
            answer_testimony(&state, request, next, help).await
        }
        Screened::Preview => {
            let request = marked(arrived.bytes);
            answer_preview(&state, request, next, help).await
        }
        Screened::Prayer => {
            let request = marked(arrived.bytes);
            let unsaved = |resources| axum::Json(PrayerAnswer::in_danger_unsaved(resources)).into_response();
            store(&state, request, next, help, unsaved).await
        }
    }
}

/// Counts a screening in memory. A preview is no event of the week: its story is counted when it is submitted.
fn note(state: &AppState, screened: Screened, danger: Danger) {
    metrics::screened(label(screened), danger.severity);
    if screened == Screened::Preview {
        return;
    }
    if danger.is_crisis() {
        state.weekly.event(Event::Crisis);
    } else if danger.is_possible {
        state.weekly.event(Event::PossibleDanger);
    }
}

/// Screens the words of a search. Those that show a crisis are answered with the helplines and looked up nowhere.
async fn screen_search(state: &AppState, request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let texts = body_strings::portions_of_form(&state.ctx.content, query.as_bytes());
    let danger = Danger::worst(texts.iter().map(|text| state.ctx.care.screen(text, None)));
    note(state, Screened::Search, danger);
    if !danger.is_crisis() {
        return next.run(request).await;
    }
    let hints = client_hints(request.headers(), None);
    let resources = CrisisResources::find(&state.ctx, &hints, danger.category_name());
    axum::Json(PassagesAnswer::in_danger(resources)).into_response()
}

/// Reads the texts of a body again. If it has only one, its reading is handed on.
async fn read_again(state: &AppState, texts: Vec<(String, Danger)>, first: Danger) -> (Danger, Option<SecondReading>) {
    let is_single = texts.len() == 1;
    let Some(read) = second_reader::read(&state.ctx, texts).await else {
        return (first, None);
    };
    let danger = Danger::worst(read.iter().map(|(danger, _)| *danger));
    let second = read.into_iter().find_map(|(_, second)| second).filter(|_| is_single);
    (danger, second)
}

/// The helplines, with guidance that needs no counter.
fn answer_struggle(
    state: &AppState,
    body: &[u8],
    help: CrisisHelp,
    second: Option<&SecondReading>,
    preferred: Locale,
) -> Response {
    let Ok(fields) = serde_json::from_slice::<Value>(body) else {
        return with_helplines(ApiError::bad_request().into_response(), help);
    };
    let field = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let query = GuidanceQuery::parse(field("struggle"), field("topicId")).ok();
    let locale = field("language")
        .and_then(|tag| Locale::of_tag(&tag))
        .unwrap_or(preferred);
    let guidance = guidance_beside(state, query.as_ref(), help.danger, second, locale);
    GuidanceAnswer::in_danger(help.resources, guidance.as_ref()).into_response()
}

/// The page for a form of words of danger, or for one that did not arrive whole.
fn answer_form(
    state: &AppState,
    headers: &HeaderMap,
    arrived: &Arrived,
    danger: Danger,
    second: Option<&SecondReading>,
) -> Response {
    let fields = body_strings::form_fields(&arrived.bytes);
    let field = |name: &str| {
        let found = fields.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.clone())
    };
    let hints = client_hints(headers, None);
    let appearance = plain::appearance(state, &field("lang").unwrap_or_default(), headers);
    let page = Plain::new(&state.ctx, appearance, &hints);
    match &arrived.problem {
        Some(problem) if !danger.is_crisis() => page.refused(problem, "").into_response(),
        _ => {
            let query = GuidanceQuery::parse(field("struggle"), field("topicId")).ok();
            let guidance = guidance_beside(state, query.as_ref(), danger, second, appearance.locale);
            page.in_danger(danger.category_name(), guidance.as_ref())
                .into_response()
        }
    }
}

/// The guidance beside the helplines. A panic in it must not cost the helplines.
fn guidance_beside<'a>(
    state: &'a AppState,
    query: Option<&GuidanceQuery>,
    danger: Danger,
    second: Option<&SecondReading>,
    locale: Locale,
) -> Option<Guidance<'a>> {
    let second = second.map(|second| &*second.0);
    let compute = || query.and_then(|query| crisis_guidance(&state.ctx, query, danger, second, locale));
    catch_unwind(AssertUnwindSafe(compute)).unwrap_or_default()
}

/// Stores the testimony, and answers with the helplines whatever happens to it.
async fn answer_testimony(state: &AppState, mut request: Request, next: Next, help: CrisisHelp) -> Response {
    let cookie = guest::assign_cookie(&state.ctx.config, request.headers_mut());
    let unsaved = |resources| axum::Json(SubmissionAnswer::in_danger_unsaved(resources)).into_response();
    let mut answer = store(state, request, next, help, unsaved).await;
    answer.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    answer
}

/// Stores the text, and answers with the helplines whatever happens to it.
async fn store(
    state: &AppState,
    request: Request,
    next: Next,
    help: CrisisHelp,
    unsaved: impl FnOnce(CrisisResources) -> Response,
) -> Response {
    #[expect(
        clippy::disallowed_methods,
        reason = "storing goes on after the answer; a retry finds the row by its idempotency key"
    )]
    let storing = tokio::spawn(traced(next.run(request)).in_current_span());
    let limit = if state.health.database_answers() {
        state.ctx.timeouts.crisis_write
    } else {
        Duration::ZERO
    };
    match tokio::time::timeout(limit, storing).await {
        Ok(Ok(stored)) if stored.status().is_success() => stored,
        Ok(Ok(refused)) if refused.status() == StatusCode::BAD_REQUEST => with_helplines(refused, help),
        _ => unsaved(help.resources),
    }
}

/// Previews the testimony, and answers with the helplines whatever happens to it.
async fn answer_preview(state: &AppState, request: Request, next: Next, help: CrisisHelp) -> Response {
    match tokio::time::timeout(state.ctx.timeouts.crisis_write, next.run(request)).await {
        Ok(preview) if preview.status().is_success() => preview,
        Ok(refused) if refused.status() == StatusCode::BAD_REQUEST => with_helplines(refused, help),
        _ => axum::Json(PreviewAnswer::in_danger_unseen(help.resources)).into_response(),
    }
}

/// Work in its own task, with the trace of the request.
fn traced<Work: Future>(work: Work) -> impl Future<Output = Work::Output> {
    let trace = trace::current();
    async move {
        match trace {
            Some(trace) => trace::within(trace, work).await,
            None => work.await,
        }
    }
}

fn with_helplines(mut response: Response, help: CrisisHelp) -> Response {
    response.extensions_mut().insert(help);
    response
}

async fn read(mut body: Body, limit: Duration) -> Arrived {
    let mut bytes = Vec::new();
    let all = async {
        let mut drained = 0;
        while let Some(frame) = body.frame().await {
            let data: Bytes = frame
                .map_err(|_| ApiError::bad_request())?
                .into_data()
                .unwrap_or_default();
            let (kept, excess) = data.split_at(data.len().min(MAX_BODY_SIZE - bytes.len()));
            bytes.extend_from_slice(kept);
            drained += excess.len();
            if drained > MAX_DRAINED_SIZE {
                break;
            }
        }
        if drained > 0 {
            Err(ApiError::too_large())
        } else {
            Ok(())
        }
    };
    let problem = tokio::time::timeout(limit, all)
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
