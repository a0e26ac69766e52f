//! The plain page and its form, for browsers that cannot run the app.
//!
//! Invariant: every answer is a page with the helplines. The form is screened, counted and protected as guidance is.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Form};
use serde::Deserialize;
use shared::confided::Confided;
use shared::guidance::{self, GuidanceQuery, Shown};
use shared::locale::Locale;

use crate::crisis_help::PossibleDanger;
use crate::error::ApiError;
use crate::extract::appearance::Appearance;
use crate::extract::body::{Now, QueryOrDefault, now};
use crate::extract::client_hints::client_hints;
use crate::extract::person::{Person, Refused};
use crate::middleware::second_reader::SecondReading;
use crate::pages::plain::Plain;
use crate::state::AppState;

/// The language that the reader has picked.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LanguageQuery {
    lang: String,
}

/// The form.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StruggleForm {
    struggle: Option<String>,
    topic_id: Option<String>,
    lang: String,
}

/// How the page looks: in the picked language, or else in that of the app or the browser.
pub fn appearance(state: &AppState, picked: &str, headers: &HeaderMap) -> Appearance {
    let told = Appearance::of(headers, state.ctx.config.environment, now());
    Appearance {
        locale: Locale::of_tag(picked).unwrap_or(told.locale),
        ..told
    }
}

/// The page.
pub async fn show(
    State(state): State<AppState>,
    QueryOrDefault(query): QueryOrDefault<LanguageQuery>,
    headers: HeaderMap,
) -> Response {
    let hints = client_hints(&headers, None);
    let plain = Plain::new(&state.ctx, appearance(&state, &query.lang, &headers), &hints);
    plain.page().into_response()
}

/// The answer to the form. Words of danger never come here: they were answered before.
pub async fn answer(
    State(state): State<AppState>,
    headers: HeaderMap,
    person: Result<Person, Refused>,
    Now(now): Now,
    possible: Option<Extension<PossibleDanger>>,
    second: Option<Extension<SecondReading>>,
    form: Result<Form<StruggleForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let typed = Confided::new(form.struggle.clone().unwrap_or_default());
    let hints = client_hints(&headers, None);
    let appearance = appearance(&state, &form.lang, &headers);
    let shown = Shown {
        locale: appearance.locale,
        ..Shown::default()
    };
    let plain = Plain::new(&state.ctx, appearance, &hints);
    let Person { caller, cookies, .. } = match person {
        Ok(person) => person,
        Err(refused) => {
            let (cookies, error) = refused.into_parts();
            return (cookies, plain.refused(&error, typed.reveal())).into_response();
        }
    };
    let second = second.as_ref().map(|Extension(second)| &*second.0);
    let asked = async {
        let query = GuidanceQuery::parse(form.struggle, form.topic_id)?;
        guidance::ask(&state.ctx, &caller, &query, &shown, second, now).await
    };
    match asked.await {
        Ok((guidance, usage)) => {
            state.weekly.letter(&guidance, &[]);
            (cookies, plain.answer(&guidance, usage.as_ref(), possible.is_some())).into_response()
        }
        Err(error) => (cookies, plain.refused(&ApiError::from(error), typed.reveal())).into_response(),
    }
}
