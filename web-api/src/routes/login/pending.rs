//! A mailed sign-in that waits in this browser: the way back to its code, and its mail once more. An installed app may
//! restart while its user looks into their mail.
//!
//! Invariant: the address is shown masked, because the person who holds the device has not proven that it is theirs.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Serialize;
use shared::error::Error;
use shared::sign_in::NotSignedIn;
use shared::sign_in::email::{self, MailedSignIn};
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::by_email::{code_page, expired_page};
use super::{Frame, START, asker, refusal};
use crate::error::ApiError;
use crate::error::refusals::Unavailable;
use crate::extract::appearance::Appearance;
use crate::extract::body::Now;
use crate::extract::client_address::CallerNetwork;
use crate::extract::cookies::Purpose;
use crate::pages::escaped;
use crate::state::AppState;

/// The sign-in that waits in this browser.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingSignInAnswer {
    /// The address with most of its mailbox hidden, as in `s•••@example.org`; null if none waits.
    #[schema(required)]
    address: Option<String>,
    /// Seconds until the mail may be sent again.
    send_again_after: u64,
}

/// The mailed sign-in that waits for its code in this browser.
///
/// The landing page offers the way back to it.
#[utoipa::path(get, operation_id = "readPendingSignIn", path = "/login/pending", tag = "account",
    responses((status = 200, body = PendingSignInAnswer), Unavailable))]
pub async fn read(
    State(state): State<AppState>,
    Now(now): Now,
    jar: CookieJar,
) -> Result<Json<PendingSignInAnswer>, ApiError> {
    let pending = of(&state, &jar, now).await?;
    Ok(Json(pending.map_or_else(PendingSignInAnswer::default, |pending| {
        PendingSignInAnswer {
            send_again_after: seconds(&pending),
            address: Some(pending.masked_address),
        }
    })))
}

/// Sends the mail again.
pub async fn send_again(
    State(state): State<AppState>,
    appearance: Appearance,
    CallerNetwork(network): CallerNetwork,
    Now(now): Now,
    jar: CookieJar,
) -> Response {
    let frame = Frame::of(&state, appearance);
    let environment = state.ctx.config.environment;
    let Some(browser) = Purpose::SignInMailed.value(environment, &jar) else {
        return Redirect::to(START).into_response();
    };
    match email::send_again(&state.ctx, browser, &asker(&state, &jar, network, now), now).await {
        Ok(()) => {
            // The cookie lives as long as the code.
            let cookie = Purpose::SignInMailed.cookie(environment, browser.to_owned(), email::MAX_WAIT);
            (CookieJar::new().add(cookie), Redirect::to("/api/login/code")).into_response()
        }
        Err(NotSignedIn::Expired) => {
            let requested = email::requested_by_browser(&state.ctx, browser, now).await;
            expired_page(frame, requested.ok().flatten().as_ref()).into_response()
        }
        Err(NotSignedIn::Failed(Error::TooMany { retry_after, .. })) if retry_after <= email::SEND_AGAIN_AFTER => {
            let pending = of(&state, &jar, now).await.ok().flatten();
            code_page(frame, pending.as_ref())
                .with_error(StatusCode::TOO_MANY_REQUESTS, frame.words().refusals.just_sent)
                .retry_after(Some(retry_after.as_secs()))
                .into_response()
        }
        Err(refused) => {
            let pending = of(&state, &jar, now).await.ok().flatten();
            refusal(frame, code_page(frame, pending.as_ref()), refused).into_response()
        }
    }
}

/// The sign-in that waits in this browser, if one does.
pub async fn of(state: &AppState, jar: &CookieJar, now: OffsetDateTime) -> shared::error::Result<Option<MailedSignIn>> {
    match Purpose::SignInMailed.value(state.ctx.config.environment, jar) {
        Some(browser) => email::mailed(&state.ctx, browser, now).await,
        None => Ok(None),
    }
}

/// The way back to the code, for the first page, as HTML.
pub(super) fn way_back(frame: Frame<'_>, pending: &MailedSignIn) -> String {
    let words = frame.words();
    format!(
        r#"<section class="pending"><p>{sent}</p><ul class="ways"><li><a class="button main" href="{START}/code">{have_code}</a></li></ul>{again}</section>"#,
        sent = words.code_was_sent.replace("{address}", &shown(pending)),
        have_code = words.have_code,
        again = again(frame, pending),
    )
}

/// The masked address, as HTML: on one line if it fits, and not translated.
pub fn shown(pending: &MailedSignIn) -> String {
    format!(r#"<bdi translate="no">{}</bdi>"#, escaped(&pending.masked_address))
}

/// The form that sends the mail again, as HTML. The style sheet shows its button once the time has passed, without
/// JavaScript; the server refuses an earlier press.
pub(super) fn again(frame: Frame<'_>, pending: &MailedSignIn) -> String {
    let wait = seconds(pending).div_ceil(STEP) * STEP;
    format!(
        r#"<form class="again after-{wait}" method="post" action="{START}/again"><button class="button">{}</button></form>"#,
        frame.words().send_again
    )
}

/// The style sheet knows delays in these steps.
const STEP: u64 = 5;

/// Whole seconds until the mail may be sent again.
fn seconds(pending: &MailedSignIn) -> u64 {
    let wait = pending.wait;
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}
