//! Sign-in pages, rendered by the server so that they work without JavaScript.
//!
//! Invariant: a session begins only after a proof, under a new id, and redirects to a path of ours.

pub mod by_email;
pub mod by_provider;
pub mod pending;

mod in_app;
mod opened_link;
mod words;

use std::fmt::Write as _;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use shared::config::Config;
use shared::error::{Error, Limit};
use shared::network::Network;
use shared::sign_in::{Asker, KnownBrowser, NotSignedIn, PriorIdentity, SignedIn};
use time::OffsetDateTime;

use crate::extract::appearance::Appearance;
use crate::extract::body::{Now, QueryOrDefault};
use crate::extract::cookies::Purpose;
use crate::extract::in_app_browser::InAppBrowser;
use crate::extract::person::{Refused, SignedInEvenBlocked};
use crate::extract::return_to::ReturnTo;
use crate::extract::{checkout, guest};
use crate::pages::{Page, escaped};
use crate::session::BrowserSession;
use crate::state::AppState;
use words::Words;

/// The first sign-in page.
pub const START: &str = "/api/login";

/// What stays as it is in a path within a query.
const IN_QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Where the browser returns to after signing in.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReturnToQuery {
    return_to: Option<String>,
}

impl ReturnToQuery {
    fn path(&self) -> ReturnTo {
        ReturnTo::parse(self.return_to.as_deref())
    }
}

/// The page that offers every way of signing in that is configured, and the way back to a code that was mailed.
pub async fn choose(
    State(state): State<AppState>,
    appearance: Appearance,
    browser: InAppBrowser,
    Now(now): Now,
    jar: CookieJar,
    QueryOrDefault(query): QueryOrDefault<ReturnToQuery>,
) -> Page {
    let frame = Frame::of(&state, appearance);
    let page = first_page(frame, &query.path(), &browser);
    match pending::of(&state, &jar, now).await {
        Ok(Some(pending)) => page.html_first(&pending::way_back(frame, &pending)),
        Ok(None) => page,
        Err(error) => {
            tracing::warn!(%error, "a pending sign-in could not be read");
            page
        }
    }
}

/// Redirects a `GET` of a path that takes only `POST` to the first page.
pub async fn start_again() -> Redirect {
    Redirect::to(START)
}

/// The page that tells a blocked user what is still possible.
pub async fn blocked(
    State(state): State<AppState>,
    appearance: Appearance,
    person: Result<SignedInEvenBlocked, Refused>,
) -> Response {
    let Ok(SignedInEvenBlocked(user)) = person else {
        return Redirect::to(START).into_response();
    };
    if user.blocked_at.is_none() {
        return Redirect::to("/").into_response();
    }
    let frame = Frame::of(&state, appearance);
    let words = frame.words();
    let address = escaped(&frame.config.support_email);
    let address = format!("<a href=\"mailto:{address}\">{address}</a>");
    frame
        .page(words.blocked)
        .paragraph(words.blocked_text)
        .html(&format!(
            "<p>{}</p>",
            words.blocked_mistake.replace("{address}", &address)
        ))
        .paragraph(words.blocked_open)
        .html(&way("/profile", words.blocked_account))
        .into_response()
}

/// What every page is made of: the settings, and its language and light.
#[derive(Clone, Copy)]
struct Frame<'a> {
    config: &'a Config,
    appearance: Appearance,
}

impl<'a> Frame<'a> {
    fn of(state: &'a AppState, appearance: Appearance) -> Self {
        Self {
            config: &state.ctx.config,
            appearance,
        }
    }

    const fn words(self) -> &'static Words {
        Words::of(self.appearance.locale)
    }

    fn page(self, heading: &'static str) -> Page {
        Page::new(&self.config.app_name, heading, self.appearance)
    }
}

/// The one way on, as HTML.
fn way(path: &str, label: &str) -> String {
    format!(r#"<ul class="ways"><li><a class="button" href="{path}">{label}</a></li></ul>"#)
}

/// The ways of signing in. Google's is left out where Google refuses it.
fn first_page(frame: Frame<'_>, return_to: &ReturnTo, InAppBrowser(in_app): &InAppBrowser) -> Page {
    let words = frame.words();
    let welcome = frame.page(words.welcome);
    let sign_in = &frame.config.sign_in;
    let mut links = String::new();
    for (is_configured, path, name) in [
        (sign_in.google.is_some() && in_app.is_none(), "google", "Google"),
        (sign_in.github.is_some(), "github", "GitHub"),
    ] {
        if is_configured {
            let return_to = utf8_percent_encode(return_to.as_str(), IN_QUERY);
            let label = words.continue_with.replace("{name}", name);
            let _ = write!(
                links,
                r#"<li><a class="button" href="{START}/{path}?returnTo={return_to}">{label}</a></li>"#
            );
        }
    }
    let refused_by_google = in_app.as_ref().filter(|_| sign_in.google.is_some());
    let elsewhere = refused_by_google.map(|in_app| in_app::elsewhere(words, in_app, return_to));
    if links.is_empty() && sign_in.mail.is_none() && elsewhere.is_none() {
        return welcome.paragraph(words.not_set_up).html(&way("/", words.home));
    }
    let mut welcome = welcome.paragraph(words.intro);
    if !links.is_empty() {
        welcome = welcome.html(&format!(r#"<ul class="ways">{links}</ul>"#));
    }
    if sign_in.mail.is_some() {
        if !links.is_empty() {
            welcome = welcome.html(&format!(r#"<p class="or">{}</p>"#, words.or_by_email));
        }
        welcome = welcome.html(&format!(
            r#"<form method="post" action="{START}/email"><input type="hidden" name="returnTo" value="{return_to}"><label for="email">{address}</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required><button class="button main">{email_me}</button></form>"#,
            return_to = escaped(return_to.as_str()),
            address = words.address,
            email_me = words.email_me,
        ));
    }
    welcome
        .html(&elsewhere.unwrap_or_default())
        .html(&format!(r#"<p class="small">{}</p>"#, words.agreement))
}

/// The page for an `ip_prefix` over the rate limit.
pub fn too_many_calls(state: &AppState, appearance: Appearance, wait: Duration) -> Page {
    let error = Error::TooMany {
        limit: Limit::Attempts,
        retry_after: wait,
    };
    let frame = Frame::of(state, appearance);
    refusal(frame, frame.page(frame.words().wait), NotSignedIn::Failed(error))
}

/// The page after a failed sign-in, with the reason.
fn refusal(frame: Frame<'_>, page: Page, refused: NotSignedIn) -> Page {
    let words = &frame.words().refusals;
    match refused {
        NotSignedIn::Cancelled => page.with_error(StatusCode::OK, words.cancelled),
        NotSignedIn::NotProven(reason) => {
            tracing::warn!(reason, "a sign-in was refused");
            page.with_error(StatusCode::BAD_REQUEST, words.not_proven)
        }
        NotSignedIn::Expired => page.with_error(StatusCode::GONE, words.expired),
        NotSignedIn::WrongCode { tries_left: 1 } => {
            page.with_error(StatusCode::UNPROCESSABLE_ENTITY, words.wrong_code_once)
        }
        NotSignedIn::WrongCode { tries_left } => {
            let notice = words.wrong_code.replace("{tries}", &tries_left.to_string());
            page.with_error(StatusCode::UNPROCESSABLE_ENTITY, notice)
        }
        // A provider's answer leads to a mail instead.
        NotSignedIn::NoAddress | NotSignedIn::MailboxNotProven { .. } => {
            page.with_error(StatusCode::UNPROCESSABLE_ENTITY, words.no_address)
        }
        NotSignedIn::Failed(Error::TooMany { retry_after, .. }) => page
            .with_error(StatusCode::TOO_MANY_REQUESTS, words.too_many)
            .retry_after(Some(retry_after.as_secs())),
        NotSignedIn::Failed(error) => {
            let is_temporary = matches!(error, Error::Unavailable(_));
            tracing::warn!(cause = format!("{error:#}"), "signing in failed");
            if is_temporary {
                page.with_error(StatusCode::SERVICE_UNAVAILABLE, words.unavailable)
                    .retry_after(Some(5))
            } else {
                page.with_error(StatusCode::INTERNAL_SERVER_ERROR, words.internal)
            }
        }
    }
}

/// The answer after a proof: gives the browser its session, deletes cookies that are no longer needed, and redirects.
async fn welcome(
    (state, appearance): (&AppState, Appearance),
    session: &BrowserSession,
    signed_in: &SignedIn,
    return_to: &str,
) -> Response {
    let environment = state.ctx.config.environment;
    if let Err(error) = session.begin(&signed_in.token).await {
        let return_to = ReturnTo::parse(Some(return_to));
        let frame = Frame::of(state, appearance);
        let again = first_page(frame, &return_to, &InAppBrowser(None));
        return refusal(frame, again, error.into()).into_response();
    }
    let mut cookies = CookieJar::new()
        .add(Purpose::PendingSignIn.removal(environment))
        .add(Purpose::SignInMailed.removal(environment));
    if let Some(known) = &signed_in.known_browser {
        cookies = cookies.add(Purpose::KnownBrowser.cookie(environment, known.to_cookie(), guest::COOKIE_MAX_AGE));
    }
    // Data of a guest who was not merged into the account is reachable only by the guest's cookie.
    if signed_in.carried_over_guest {
        cookies = cookies.add(Purpose::Guest.removal(environment));
    }
    if signed_in.is_blocked {
        return (cookies, Redirect::to("/api/login/blocked")).into_response();
    }
    (cookies, Redirect::to(ReturnTo::parse(Some(return_to)).as_str())).into_response()
}

/// The guest, the session and the checkout of the browser before it signs in.
fn before(state: &AppState, session: &BrowserSession, jar: &CookieJar) -> PriorIdentity {
    PriorIdentity {
        guest: guest::known(jar, state.ctx.config.environment),
        session: session.token(),
        checkout: checkout::known(jar, state.ctx.config.environment),
        known_browser: known_browser(state, jar),
    }
}

/// The browser that asks for a mail.
fn asker(state: &AppState, jar: &CookieJar, network: Option<Network>, now: OffsetDateTime) -> Asker {
    Asker {
        network,
        is_fresh: guest::is_fresh(jar, &state.ctx.config, now),
        known: known_browser(state, jar),
    }
}

/// What the browser was told when it held a session before.
fn known_browser(state: &AppState, jar: &CookieJar) -> Option<KnownBrowser> {
    KnownBrowser::from_cookie(Purpose::KnownBrowser.value(state.ctx.config.environment, jar)?)
}
