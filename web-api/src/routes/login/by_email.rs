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
use shared::sign_in::email::{self, MailedSignIn, RequestState, Requested, SignInRequest, TriedCode};
use time::OffsetDateTime;

use super::{Frame, ReturnToQuery, START, asker, before, first_page, opened_link, pending, refusal, welcome};
use crate::extract::appearance::Appearance;
use crate::extract::body::{Now, QueryOrDefault};
use crate::extract::client_address::CallerNetwork;
use crate::extract::cookies::Purpose;
use crate::extract::in_app_browser::InAppBrowser;
use crate::extract::origin::Origin;
use crate::extract::return_to::ReturnTo;
use crate::pages::{Page, escaped};
use crate::session::BrowserSession;
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
    CallerNetwork(network): CallerNetwork,
    (browser, appearance): (InAppBrowser, Appearance),
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<AddressForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let config = &state.ctx.config;
    if config.sign_in.mail.is_none() {
        return Redirect::to(START).into_response();
    }
    let return_to = form.return_to.path();
    let asker = asker(&state, &jar, network, now);
    // People who do not see a mail ask again, and then type the code of the first one.
    let waiting = Purpose::SignInMailed
        .value(config.environment, &jar)
        .unwrap_or_default();
    match email::ask_again(&state.ctx, waiting, &form.email, &asker, now).await {
        Ok(true) => return Redirect::to("/api/login/code").into_response(),
        Ok(false) => {}
        Err(refused) => {
            let frame = Frame::of(&state, appearance);
            return refusal(frame, first_page(frame, &return_to, &browser), refused).into_response();
        }
    }
    let request = SignInRequest {
        address: form.email,
        origin,
        return_to: return_to.as_str().to_owned(),
        locale: appearance.locale,
        asker,
        join: None,
    };
    send_mail(&state, request, (&browser, appearance), now).await
}

/// Mails a code and leads to its page.
pub async fn send_mail(
    state: &AppState,
    request: SignInRequest,
    (browser, appearance): (&InAppBrowser, Appearance),
    now: OffsetDateTime,
) -> Response {
    let return_to = ReturnTo::parse(Some(&request.return_to));
    match email::begin(&state.ctx, request, now).await {
        Ok(secret) => {
            let cookie = Purpose::SignInMailed.cookie(state.ctx.config.environment, secret, email::MAX_WAIT);
            (CookieJar::new().add(cookie), Redirect::to("/api/login/code")).into_response()
        }
        Err(refused) => {
            let frame = Frame::of(state, appearance);
            refusal(frame, first_page(frame, &return_to, browser), refused).into_response()
        }
    }
}

/// The page for the code. It is the same after a reload or a restart of the browser. Somebody whose mail was given up is
/// told so.
pub async fn code(State(state): State<AppState>, appearance: Appearance, Now(now): Now, jar: CookieJar) -> Response {
    let frame = Frame::of(&state, appearance);
    let environment = state.ctx.config.environment;
    let Some(browser) = Purpose::SignInMailed.value(environment, &jar) else {
        return Redirect::to(START).into_response();
    };
    let waits = async {
        let requested = email::requested_by_browser(&state.ctx, browser, now).await?;
        Ok::<_, shared::error::Error>((requested, pending::of(&state, &jar, now).await?))
    };
    let (requested, pending) = match waits.await {
        Ok(found) => found,
        // The code may be typed all the same.
        Err(error) => return refusal(frame, code_page(frame, None), error.into()).into_response(),
    };
    match (requested.as_ref().map(|requested| requested.state), pending) {
        (Some(RequestState::MailGivenUp), _) => not_mailed_page(frame, requested.as_ref()).into_response(),
        (Some(RequestState::Open), Some(pending)) => code_page(frame, Some(&pending)).into_response(),
        _ => {
            let forget = CookieJar::new().add(Purpose::SignInMailed.removal(environment));
            (forget, expired_page(frame, requested.as_ref())).into_response()
        }
    }
}

/// Signs in by a code.
pub async fn try_code(
    State(state): State<AppState>,
    (session, appearance): (BrowserSession, Appearance),
    CallerNetwork(network): CallerNetwork,
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<CodeForm>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let frame = Frame::of(&state, appearance);
    let environment = state.ctx.config.environment;
    let tried = TriedCode {
        browser: Purpose::SignInMailed.value(environment, &jar).unwrap_or_default(),
        code: &form.code,
        network,
    };
    match email::sign_in_by_code(&state.ctx, &tried, &before(&state, &session, &jar), now).await {
        Ok((signed_in, return_to)) => welcome((&state, appearance), &session, &signed_in, &return_to).await,
        Err(NotSignedIn::Expired) => {
            let requested = email::requested_by_browser(&state.ctx, tried.browser, now).await;
            let forget = CookieJar::new().add(Purpose::SignInMailed.removal(environment));
            (forget, expired_page(frame, requested.ok().flatten().as_ref())).into_response()
        }
        Err(refused) => {
            let pending = pending::of(&state, &jar, now).await.ok().flatten();
            refusal(frame, code_page(frame, pending.as_ref()), refused).into_response()
        }
    }
}

/// The page that a link opens.
pub async fn link(
    State(state): State<AppState>,
    appearance: Appearance,
    Now(now): Now,
    jar: CookieJar,
    QueryOrDefault(link): QueryOrDefault<Link>,
) -> Response {
    let frame = Frame::of(&state, appearance);
    let browser = Purpose::SignInMailed.value(state.ctx.config.environment, &jar);
    match email::open_link(&state.ctx, &link.token, browser, now).await {
        Ok(opened) => opened_link::show(frame, &link.token, &opened).into_response(),
        Err(NotSignedIn::Expired) => expired_link(&state, frame, &link.token, now).await,
        Err(refused) => refusal(
            frame,
            with_start_link(frame, frame.page(frame.words().sign_in)),
            refused,
        )
        .into_response(),
    }
}

/// Signs in by a link, once its button is pressed.
pub async fn use_link(
    State(state): State<AppState>,
    (session, appearance): (BrowserSession, Appearance),
    Now(now): Now,
    jar: CookieJar,
    form: Result<Form<Link>, FormRejection>,
) -> Response {
    let Form(form) = form.unwrap_or_default();
    let frame = Frame::of(&state, appearance);
    let browser = Purpose::SignInMailed.value(state.ctx.config.environment, &jar);
    match email::sign_in_by_link(&state.ctx, &form.token, browser, before(&state, &session, &jar), now).await {
        Ok((signed_in, return_to)) => welcome((&state, appearance), &session, &signed_in, &return_to).await,
        Err(NotSignedIn::Expired) => expired_link(&state, frame, &form.token, now).await,
        Err(refused) => refusal(
            frame,
            with_start_link(frame, frame.page(frame.words().sign_in)),
            refused,
        )
        .into_response(),
    }
}

async fn expired_link(state: &AppState, frame: Frame<'_>, token: &str, now: OffsetDateTime) -> Response {
    let requested = email::requested_by_link(&state.ctx, token, now).await;
    expired_page(frame, requested.ok().flatten().as_ref()).into_response()
}

/// The form for the code. `pending` is the sign-in that it is for, if that could be read.
pub(super) fn code_page(frame: Frame<'_>, pending: Option<&MailedSignIn>) -> Page {
    let words = frame.words();
    let to = pending.map_or_else(String::new, |pending| {
        words.to.replace("{address}", &pending::shown(pending))
    });
    let was_sent_again = pending.is_some_and(|pending| pending.was_just_sent_again);
    let joins = pending.is_some_and(|pending| pending.is_join);
    let what_to_do = match (joins, was_sent_again) {
        (true, false) => words.joins,
        (true, true) => words.joins_again,
        (false, false) => words.what_was_sent,
        (false, true) => words.what_was_sent_again,
    };
    frame
        .page(words.check_email)
        .html(&format!(r#"<p role="status">{}</p>"#, what_to_do.replace("{to}", &to)))
        .html(&format!(
            r#"<form method="post" action="{START}/code"><label for="code">{code}</label><input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required><button class="button main">{sign_in}</button></form>"#,
            code = words.code,
            sign_in = words.sign_in,
        ))
        .html(&pending.map_or_else(String::new, |pending| pending::again(frame, pending)))
        .html(&format!(r#"<p class="small">{}</p>"#, words.nothing_there))
}

/// The page for a link or a code that is used or too old. With its address, one press asks for a new one.
pub(super) fn expired_page(frame: Frame<'_>, requested: Option<&Requested>) -> Page {
    let words = frame.words();
    let page = with_ask_again(frame, frame.page(words.expired), words.new_one, requested);
    refusal(frame, page, NotSignedIn::Expired)
}

/// The page for somebody whose mail will never arrive.
fn not_mailed_page(frame: Frame<'_>, requested: Option<&Requested>) -> Page {
    let words = frame.words();
    let address = requested.map_or(words.your_address, |requested| requested.address.as_str());
    let page = frame
        .page(words.not_mailed)
        .paragraph(&words.not_delivered.replace("{address}", address));
    with_ask_again(frame, page, words.try_again, requested).html(&format!(
        r#"<p class="small"><a href="{START}">{}</a></p>"#,
        words.another_address
    ))
}

/// A form that asks for a new mail to the same address; without an address, the way to the first page.
fn with_ask_again(frame: Frame<'_>, page: Page, label: &str, requested: Option<&Requested>) -> Page {
    let Some(requested) = requested else {
        return with_start_link(frame, page);
    };
    page.html(&format!(
        r#"<form method="post" action="{START}/email"><input type="hidden" name="email" value="{address}"><input type="hidden" name="returnTo" value="{return_to}"><button class="button main">{label}</button></form>"#,
        address = escaped(&requested.address),
        return_to = escaped(&requested.return_to),
    ))
}

fn with_start_link(frame: Frame<'_>, page: Page) -> Page {
    page.html(&format!(
        r#"<ul class="ways"><li><a class="button main" href="{START}">{}</a></li></ul>"#,
        frame.words().start_over
    ))
}
