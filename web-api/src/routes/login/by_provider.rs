//! Signing in at a provider (OAuth, OpenID Connect): redirect to the provider, and its callback.
//!
//! Invariant: a callback counts only in the browser that began the sign-in, and only for the same provider.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use shared::sign_in::email::SignInRequest;
use shared::sign_in::pending::{MAX_AGE, PendingSignIn};
use shared::sign_in::provider::{self, Callback, Provider};
use shared::sign_in::{self, NotSignedIn};

use super::by_email::send_mail;
use super::{Frame, ReturnToQuery, asker, before, first_page, refusal, welcome};
use crate::error::ApiError;
use crate::extract::appearance::Appearance;
use crate::extract::body::{Now, QueryOrDefault};
use crate::extract::client_address::CallerNetwork;
use crate::extract::cookies::Purpose;
use crate::extract::in_app_browser::InAppBrowser;
use crate::extract::origin::Origin;
use crate::extract::return_to::ReturnTo;
use crate::session::BrowserSession;
use crate::state::AppState;

/// Redirects to a provider.
pub async fn begin(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    Origin(origin): Origin,
    (browser, appearance): (InAppBrowser, Appearance),
    Now(now): Now,
    QueryOrDefault(query): QueryOrDefault<ReturnToQuery>,
) -> Response {
    let config = &state.ctx.config;
    let Some(provider) = Provider::configured(&config.sign_in, &provider) else {
        return ApiError::not_found().into_response();
    };
    let return_to = query.path();
    let begun = async {
        let pending = PendingSignIn::begin(provider, return_to.as_str().to_owned(), now)?;
        let address = provider::address(&state.ctx, &pending, &origin).await?;
        Ok::<_, NotSignedIn>((pending, address))
    };
    match begun.await {
        Ok((pending, address)) => {
            let value = pending.to_cookie(&config.key_ring);
            let cookie = Purpose::PendingSignIn.cookie(config.environment, value, MAX_AGE);
            (CookieJar::new().add(cookie), Redirect::to(&address)).into_response()
        }
        Err(refused) => {
            let frame = Frame::of(&state, appearance);
            refusal(frame, first_page(frame, &return_to, &browser), refused).into_response()
        }
    }
}

/// The callback of a provider.
pub async fn callback(
    State(state): State<AppState>,
    (session, appearance): (BrowserSession, Appearance),
    Path(provider): Path<String>,
    (Origin(origin), CallerNetwork(network), browser): (Origin, CallerNetwork, InAppBrowser),
    Now(now): Now,
    jar: CookieJar,
    QueryOrDefault(callback): QueryOrDefault<Callback>,
) -> Response {
    let config = &state.ctx.config;
    let Some(provider) = Provider::configured(&config.sign_in, &provider) else {
        return ApiError::not_found().into_response();
    };
    let pending = Purpose::PendingSignIn
        .value(config.environment, &jar)
        .and_then(|cookie| PendingSignIn::from_cookie(&config.key_ring, cookie, now));
    let return_to = ReturnTo::parse(pending.as_ref().map(|pending| pending.return_to.as_str()));
    let proven = async {
        let pending = pending.ok_or(NotSignedIn::NotProven("no sign-in is under way in this browser"))?;
        if pending.provider != provider {
            return Err(NotSignedIn::NotProven("another provider was asked"));
        }
        let proof = provider::prove(&state.ctx, &pending, &origin, callback).await?;
        let signed_in = sign_in::complete(&state.ctx, &proof, &before(&state, &session, &jar)).await?;
        Ok::<_, NotSignedIn>(signed_in)
    };
    match proven.await {
        Ok(signed_in) => welcome((&state, appearance), &session, &signed_in, return_to.as_str()).await,
        Err(NotSignedIn::MailboxNotProven { address, join }) => {
            let request = SignInRequest {
                address,
                origin,
                return_to: return_to.as_str().to_owned(),
                locale: appearance.locale,
                asker: asker(&state, &jar, network, now),
                join: Some(join),
            };
            let forget = CookieJar::new().add(Purpose::PendingSignIn.removal(config.environment));
            (forget, send_mail(&state, request, (&browser, appearance), now).await).into_response()
        }
        Err(refused) => {
            // A pending sign-in is used once.
            let forget = CookieJar::new().add(Purpose::PendingSignIn.removal(config.environment));
            let frame = Frame::of(&state, appearance);
            (forget, refusal(frame, first_page(frame, &return_to, &browser), refused)).into_response()
        }
    }
}
