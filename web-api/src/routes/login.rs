//! Signing in: pages of the server, which work without JavaScript.
//!
//! Invariant: a session begins only in the answer to a proof, under a new id, and leads to a path of ours.

pub mod by_email;
pub mod by_provider;

use std::fmt::Write as _;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use shared::config::Config;
use shared::error::{Error, Limit};
use shared::session::ABSOLUTE_LIFETIME;
use shared::sign_in::{Before, NotSignedIn, SignedIn};

use crate::app::AppState;
use crate::cookies::Purpose;
use crate::extract::QueryOrNothing;
use crate::guest;
use crate::pages::{Page, escaped};
use crate::person::{Refused, SignedInEvenBlocked, session_token};
use crate::return_to::ReturnTo;

/// Where signing in begins.
pub const START: &str = "/api/login";

/// Where somebody wants to go afterwards.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wish {
    return_to: Option<String>,
}

impl Wish {
    fn goal(&self) -> ReturnTo {
        ReturnTo::parse(self.return_to.as_deref())
    }
}

/// The page that offers every way of signing in that is configured.
pub async fn choose(State(state): State<AppState>, QueryOrNothing(wish): QueryOrNothing<Wish>) -> Page {
    ways(&state.ctx.config, &wish.goal())
}

/// From an address that is only sent to, back to the beginning.
pub async fn start_again() -> Redirect {
    Redirect::to(START)
}

/// What somebody who is blocked can still do.
pub async fn blocked(State(state): State<AppState>, person: Result<SignedInEvenBlocked, Refused>) -> Response {
    let Ok(SignedInEvenBlocked(user)) = person else {
        return Redirect::to(START).into_response();
    };
    if user.blocked_at.is_none() {
        return Redirect::to("/").into_response();
    }
    let config = &state.ctx.config;
    let address = escaped(&config.support_email);
    page(config, "Your account is blocked")
        .says("You cannot ask for guidance, share stories or subscribe with this account for now.")
        .with(&format!(
            "<p>If you think this is a mistake, write to <a href=\"mailto:{address}\">{address}</a>. A person reads it.</p>"
        ))
        .says("Help in an emergency is open to you as ever. You can also manage your billing or delete your account.")
        .with(r#"<ul class="ways"><li><a class="button" href="/profile">Billing and account</a></li></ul>"#)
        .into_response()
}

fn page(config: &Config, heading: &'static str) -> Page {
    Page::new(&config.app_name, heading)
}

fn ways(config: &Config, goal: &ReturnTo) -> Page {
    let welcome = page(config, "Welcome");
    let sign_in = &config.sign_in;
    let mut links = String::new();
    for (is_there, path, name) in [
        (sign_in.google.is_some(), "google", "Google"),
        (sign_in.github.is_some(), "github", "GitHub"),
    ] {
        if is_there {
            let goal = urlencoded(goal.as_str());
            let _ = write!(
                links,
                r#"<li><a class="button" href="{START}/{path}?returnTo={goal}">Continue with {name}</a></li>"#
            );
        }
    }
    if links.is_empty() && sign_in.mail.is_none() {
        return welcome
            .says("Signing in is not set up here yet.")
            .with(r#"<ul class="ways"><li><a class="button" href="/">Back to the start</a></li></ul>"#);
    }
    let mut welcome = welcome.says("Sign in, or begin for the first time. It is free and needs no credit card.");
    if !links.is_empty() {
        welcome = welcome.with(&format!(r#"<ul class="ways">{links}</ul>"#));
    }
    if sign_in.mail.is_some() {
        if !links.is_empty() {
            welcome = welcome.with(r#"<p class="or">or by email</p>"#);
        }
        welcome = welcome.with(&format!(
            r#"<form method="post" action="{START}/email"><input type="hidden" name="returnTo" value="{goal}"><label for="email">Your email address</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required><button class="button main">Email me a link</button></form>"#,
            goal = escaped(goal.as_str()),
        ));
    }
    welcome.with(
        r#"<p class="small">By signing in you agree to our <a href="/terms">terms</a>. What you confide stays yours: see <a href="/privacy">privacy</a>.</p>"#,
    )
}

/// The page for somebody from whose household too much is asked just now.
#[must_use]
pub fn asked_too_often(config: &Config, wait: Duration) -> Page {
    let error = Error::TooMany {
        limit: Limit::Attempts,
        retry_after: wait,
    };
    refusal(page(config, "Please wait a moment"), NotSignedIn::Failed(error))
}

/// The page for somebody who is not signed in after all.
fn refusal(page: Page, refused: NotSignedIn) -> Page {
    match refused {
        NotSignedIn::Cancelled => {
            page.refusing(StatusCode::OK, "You went back before signing in. Nothing has happened.")
        }
        NotSignedIn::NotProven(reason) => {
            tracing::warn!(reason, "a sign-in was refused");
            page.refusing(
                StatusCode::BAD_REQUEST,
                "That sign-in did not work. Please begin again.",
            )
        }
        NotSignedIn::Over => page.refusing(
            StatusCode::GONE,
            "This link or code was used already, or is too old. Please ask for a new one.",
        ),
        NotSignedIn::WrongCode { tries_left } => {
            let tries = if tries_left == 1 { "try" } else { "tries" };
            let notice = format!("That is not the code from our mail. You have {tries_left} {tries} left.");
            page.refusing(StatusCode::UNPROCESSABLE_ENTITY, notice)
        }
        NotSignedIn::NoAddress => page.refusing(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Please type your whole email address, as in name@example.org.",
        ),
        NotSignedIn::Failed(Error::TooMany { retry_after, .. }) => page
            .refusing(
                StatusCode::TOO_MANY_REQUESTS,
                "That was tried too often. Please wait a while and try again.",
            )
            .after(Some(retry_after.as_secs())),
        NotSignedIn::Failed(error) => {
            let is_passing = matches!(error, Error::Unavailable(_));
            tracing::warn!(cause = format!("{error:#}"), "signing in failed");
            if is_passing {
                let notice = "Signing in cannot be reached right now. Please try again in a moment.";
                page.refusing(StatusCode::SERVICE_UNAVAILABLE, notice).after(Some(5))
            } else {
                let notice = "Something went wrong on our side. Please try again.";
                page.refusing(StatusCode::INTERNAL_SERVER_ERROR, notice)
            }
        }
    }
}

/// The answer to a proof: a new session, the cookies of before gone that it makes useless, and on to where the person wanted.
fn welcome(state: &AppState, signed_in: &SignedIn, return_to: &str) -> Response {
    let environment = state.ctx.config.environment;
    let session = Purpose::Session.cookie(environment, signed_in.token.to_cookie(), ABSOLUTE_LIFETIME);
    let mut cookies = CookieJar::new()
        .add(session)
        .add(Purpose::SignInUnderWay.removal(environment))
        .add(Purpose::SignInMailed.removal(environment));
    // A guest who stayed apart is still known by their cookie, and nothing else leads to them.
    if signed_in.took_guest {
        cookies = cookies.add(Purpose::Guest.removal(environment));
    }
    if signed_in.is_blocked {
        return (cookies, Redirect::to("/api/login/blocked")).into_response();
    }
    (cookies, Redirect::to(ReturnTo::parse(Some(return_to)).as_str())).into_response()
}

/// What the browser was before it signs in.
fn before(state: &AppState, jar: &CookieJar) -> Before {
    Before {
        guest: guest::known(jar, state.ctx.config.environment),
        session: session_token(jar, state),
    }
}

/// A path as it may stand in a query; it has visible letters of ASCII only.
fn urlencoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}
