//! Signing in at a provider: the browser leaves with a question, and comes back with an answer.
//!
//! Invariant: an answer counts only in the browser that left, for the provider it left to.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use shared::sign_in::provider::{self, BroughtBack, Provider};
use shared::sign_in::under_way::{MAX_AGE, UnderWay};
use shared::sign_in::{self, NotSignedIn};

use super::{Wish, before, refusal, ways, welcome};
use crate::app::AppState;
use crate::cookies::Purpose;
use crate::error::ApiError;
use crate::extract::{Now, QueryOrNothing};
use crate::origin::Origin;
use crate::return_to::ReturnTo;

/// Leaves for a provider.
pub async fn leave(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    Origin(origin): Origin,
    Now(now): Now,
    QueryOrNothing(wish): QueryOrNothing<Wish>,
) -> Response {
    let config = &state.ctx.config;
    let Some(provider) = Provider::configured(&config.sign_in, &provider) else {
        return ApiError::not_found().into_response();
    };
    let goal = wish.goal();
    let begun = async {
        let under_way = UnderWay::begin(provider, goal.as_str().to_owned(), now)?;
        let address = provider::address(&state.ctx, &under_way, &origin).await?;
        Ok::<_, NotSignedIn>((under_way, address))
    };
    match begun.await {
        Ok((under_way, address)) => {
            let value = under_way.to_cookie(&config.key_ring);
            let cookie = Purpose::SignInUnderWay.cookie(config.environment, value, MAX_AGE);
            (CookieJar::new().add(cookie), Redirect::to(&address)).into_response()
        }
        Err(refused) => refusal(ways(config, &goal), refused).into_response(),
    }
}

/// Comes back from a provider.
pub async fn come_back(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    Origin(origin): Origin,
    Now(now): Now,
    jar: CookieJar,
    QueryOrNothing(brought_back): QueryOrNothing<BroughtBack>,
) -> Response {
    let config = &state.ctx.config;
    let Some(provider) = Provider::configured(&config.sign_in, &provider) else {
        return ApiError::not_found().into_response();
    };
    let under_way = Purpose::SignInUnderWay
        .value(config.environment, &jar)
        .and_then(|cookie| UnderWay::from_cookie(&config.key_ring, cookie, now));
    let goal = ReturnTo::parse(under_way.as_ref().map(|under_way| under_way.return_to.as_str()));
    let proven = async {
        let under_way = under_way.ok_or(NotSignedIn::NotProven("no sign-in is under way in this browser"))?;
        if under_way.provider != provider {
            return Err(NotSignedIn::NotProven("another provider was asked"));
        }
        let proof = provider::prove(&state.ctx, &under_way, &origin, brought_back).await?;
        let signed_in = sign_in::complete(&state.ctx, &proof, &before(&state, &jar)).await?;
        Ok::<_, NotSignedIn>(signed_in)
    };
    match proven.await {
        Ok(signed_in) => welcome(&state, &signed_in, goal.as_str()),
        Err(refused) => {
            // What was under way is over: an answer is looked at once.
            let forget = CookieJar::new().add(Purpose::SignInUnderWay.removal(config.environment));
            (forget, refusal(ways(config, &goal), refused)).into_response()
        }
    }
}
