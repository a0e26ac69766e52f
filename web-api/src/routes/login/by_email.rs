//! Signing in by email: a link that opens a page with a button, or a code to type.
//!
//! Invariant: opening a link does not use it up, because mail scanners open links too; only the button does.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use shared::sign_in::NotSignedIn;
use shared::sign_in::email::{self, SignInRequest, TriedCode};

use super::{ReturnToQuery, START, before, first_page, page, refusal, welcome};
use crate::extract::body::{Now, QueryOrDefault};
use crate::extract::client_address::IpPrefix;
use crate::extract::cookies::Purpose;
use crate::extract::origin::Origin;
use crate::pages::{Page, escaped};
use crate::state::AppState;

/// The form for the email address.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AddressForm {
    email: String,
    #[serde(flatten)]
    return_to: ReturnToQuery,
}

/// The form for the code.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct CodeForm {
    code: String,
}

/// The token of a link, sent by the link and by the button on its page.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Link {
    token: String,
}

/// Mails a link and a code. The answer is the same for every address, so that it does not reveal who has an account.
pub async fn ask(
    State(state): State<AppState>,
    Origin(origin): Origin,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    form: Result<Form<AddressForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let config = &state.ctx.config;
    if config.sign_in.mail.is_none() {
        return Redirect::to(START).into_response();
    }
    let return_to = form.return_to.path();
    let request = SignInRequest {
        address: form.email,
        origin,
        return_to: return_to.as_str().to_owned(),
        ip_prefix,
    };
    match email::begin(&state.ctx, request, now).await {
        Ok(browser) => {
            let cookie = Purpose::SignInMailed.cookie(config.environment, browser, email::LIFETIME);
            (CookieJar::new().add(cookie), Redirect::to("/api/login/code")).into_response()
        }
        Err(refused) => refusal(first_page(config, &return_to), refused).into_response(),
    }
}

/// The page for the code.
pub async fn code(State(state): State<AppState>, jar: CookieJar) -> Response {
    if Purpose::SignInMailed
        .value(state.ctx.config.environment, &jar)
        .is_none()
    {
        return Redirect::to(START).into_response();
    }
    code_page(&state).into_response()
}

/// Signs in by a code.
pub async fn try_code(
    State(state): State<AppState>,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<CodeForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let environment = state.ctx.config.environment;
    let tried = TriedCode {
        browser: Purpose::SignInMailed.value(environment, &jar).unwrap_or_default(),
        code: &form.code,
        ip_prefix,
    };
    match email::sign_in_by_code(&state.ctx, tried, &before(&state, &jar), now).await {
        Ok((signed_in, return_to)) => welcome(&state, &signed_in, &return_to),
        Err(NotSignedIn::Expired) => {
            let forget = CookieJar::new().add(Purpose::SignInMailed.removal(environment));
            (forget, expired_page(&state)).into_response()
        }
        Err(refused) => refusal(code_page(&state), refused).into_response(),
    }
}

/// The page that a link opens: one button.
pub async fn link(
    State(state): State<AppState>,
    Now(now): Now,
    QueryOrDefault(link): QueryOrDefault<Link>,
) -> Response {
    match email::address_of_link(&state.ctx, &link.token, now).await {
        Ok(address) => page(&state.ctx.config, "One more step")
            .paragraph(&format!("Press the button to sign in as {address} on this device."))
            .html(&format!(
                r#"<form method="post" action="{START}/link"><input type="hidden" name="token" value="{token}"><button class="button main">Sign in</button></form>"#,
                token = escaped(&link.token),
            ))
            .html(r#"<p class="small">If you did not ask for this, close this page and nothing will happen.</p>"#)
            .into_response(),
        Err(NotSignedIn::Expired) => expired_page(&state).into_response(),
        Err(refused) => refusal(with_start_link(page(&state.ctx.config, "Sign in")), refused).into_response(),
    }
}

/// Signs in by a link, once its button is pressed.
pub async fn use_link(
    State(state): State<AppState>,
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<Link>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let browser = Purpose::SignInMailed.value(state.ctx.config.environment, &jar);
    match email::sign_in_by_link(&state.ctx, &form.token, browser, before(&state, &jar), now).await {
        Ok((signed_in, return_to)) => welcome(&state, &signed_in, &return_to),
        Err(NotSignedIn::Expired) => expired_page(&state).into_response(),
        Err(refused) => refusal(with_start_link(page(&state.ctx.config, "Sign in")), refused).into_response(),
    }
}

fn code_page(state: &AppState) -> Page {
    page(&state.ctx.config, "Check your email")
        .paragraph("We sent you a link and a six-digit code. Use either one, once, within 15 minutes.")
        .html(&format!(
            r#"<form method="post" action="{START}/code"><label for="code">Code from the email</label><input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" required><button class="button main">Sign in</button></form>"#,
        ))
        .html(&format!(
            r#"<p class="small">Nothing there? Check your spam folder, or <a href="{START}">use another address</a>.</p>"#
        ))
}

fn expired_page(state: &AppState) -> Page {
    refusal(
        with_start_link(page(&state.ctx.config, "This sign-in has expired")),
        NotSignedIn::Expired,
    )
}

fn with_start_link(page: Page) -> Page {
    page.html(&format!(
        r#"<ul class="ways"><li><a class="button main" href="{START}">Start over</a></li></ul>"#
    ))
}
