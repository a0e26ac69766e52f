//! Signing in by email: a link to press a button behind, or a code to type.
//!
//! Invariant: looking at a link uses nothing, because programs that check mail look too; only the button does.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use shared::sign_in::NotSignedIn;
use shared::sign_in::email::{self, Asked, TriedCode};

use super::{START, Wish, before, page, refusal, ways, welcome};
use crate::address::Household;
use crate::app::AppState;
use crate::cookies::Purpose;
use crate::extract::{Now, QueryOrNothing};
use crate::origin::Origin;
use crate::pages::{Page, escaped};

/// What the form for an address sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AddressForm {
    email: String,
    #[serde(flatten)]
    wish: Wish,
}

/// What the form for a code sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct CodeForm {
    code: String,
}

/// What a link carries, and the button behind it sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Link {
    token: String,
}

/// Asks for a link and a code. The answer is the same whoever the address belongs to.
pub async fn ask(
    State(state): State<AppState>,
    Origin(origin): Origin,
    Household(household): Household,
    Now(now): Now,
    form: Result<Form<AddressForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let config = &state.ctx.config;
    if config.sign_in.mail.is_none() {
        return Redirect::to(START).into_response();
    }
    let goal = form.wish.goal();
    let asked = Asked {
        address: form.email,
        origin,
        return_to: goal.as_str().to_owned(),
        household,
    };
    match email::ask(&state.ctx, asked, now).await {
        Ok(browser) => {
            let cookie = Purpose::SignInMailed.cookie(config.environment, browser, email::LIFE);
            (CookieJar::new().add(cookie), Redirect::to("/api/login/code")).into_response()
        }
        Err(refused) => refusal(ways(config, &goal), refused).into_response(),
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

/// Tries a code.
pub async fn try_code(
    State(state): State<AppState>,
    Household(household): Household,
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<CodeForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let environment = state.ctx.config.environment;
    let tried = TriedCode {
        browser: Purpose::SignInMailed.value(environment, &jar).unwrap_or_default(),
        code: &form.code,
        household,
    };
    match email::sign_in_by_code(&state.ctx, tried, &before(&state, &jar), now).await {
        Ok((signed_in, return_to)) => welcome(&state, &signed_in, &return_to),
        Err(NotSignedIn::Over) => {
            let forget = CookieJar::new().add(Purpose::SignInMailed.removal(environment));
            (forget, over(&state)).into_response()
        }
        Err(refused) => refusal(code_page(&state), refused).into_response(),
    }
}

/// The page behind a link: one button.
pub async fn link(
    State(state): State<AppState>,
    Now(now): Now,
    QueryOrNothing(link): QueryOrNothing<Link>,
) -> Response {
    match email::look(&state.ctx, &link.token, now).await {
        Ok(address) => page(&state.ctx.config, "One more step")
            .says(&format!("Press the button to sign in as {address} on this device."))
            .with(&format!(
                r#"<form method="post" action="{START}/link"><input type="hidden" name="token" value="{token}"><button class="button main">Sign in</button></form>"#,
                token = escaped(&link.token),
            ))
            .with(r#"<p class="small">If you did not ask for this, close this page. Nothing happens then.</p>"#)
            .into_response(),
        Err(NotSignedIn::Over) => over(&state).into_response(),
        Err(refused) => refusal(with_new_start(page(&state.ctx.config, "Sign in")), refused).into_response(),
    }
}

/// The button behind a link.
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
        Err(NotSignedIn::Over) => over(&state).into_response(),
        Err(refused) => refusal(with_new_start(page(&state.ctx.config, "Sign in")), refused).into_response(),
    }
}

fn code_page(state: &AppState) -> Page {
    page(&state.ctx.config, "Look into your mail")
        .says("We have sent you a link and a code of six digits. Both work once, for 15 minutes.")
        .with(&format!(
            r#"<form method="post" action="{START}/code"><label for="code">The code from the mail</label><input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" required><button class="button main">Sign in</button></form>"#,
        ))
        .with(&format!(
            r#"<p class="small">Nothing there? Look among unwanted mail, or <a href="{START}">use another address</a>.</p>"#
        ))
}

fn over(state: &AppState) -> Page {
    refusal(
        with_new_start(page(&state.ctx.config, "This is over")),
        NotSignedIn::Over,
    )
}

fn with_new_start(page: Page) -> Page {
    page.with(&format!(
        r#"<ul class="ways"><li><a class="button main" href="{START}">Begin again</a></li></ul>"#
    ))
}
