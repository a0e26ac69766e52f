//! Requests to sign-in providers.
//!
//! Invariant: always over TLS, except to localhost in development. Redirects are not followed, and each request times
//! out after ten seconds.

use std::pin::Pin;

use openidconnect::{HttpRequest, HttpResponse};

use crate::config::is_safe;
use crate::ctx::Ctx;

/// Larger responses are refused.
const MAX_RESPONSE_SIZE: usize = 512 * 1024;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// There was no valid HTTP response.
    #[error("no answer: {0}")]
    Request(#[from] reqwest::Error),
    /// The URL lacks TLS.
    #[error("its address lacks TLS")]
    Plain,
    /// The response is too large.
    #[error("its answer is too large")]
    TooLarge,
}

/// The future of a response.
pub type ResponseFuture = Pin<Box<dyn Future<Output = Result<HttpResponse, NoAnswer>> + Send>>;

/// An HTTP client for the OpenID library.
pub fn http_client(ctx: &Ctx) -> impl Fn(HttpRequest) -> ResponseFuture + Send + Sync + use<> {
    let ctx = ctx.clone();
    move |request| {
        let ctx = ctx.clone();
        Box::pin(async move { send(&ctx, reqwest::Request::try_from(request)?).await })
    }
}

/// Sends a request and reads the response.
pub async fn send(ctx: &Ctx, request: reqwest::Request) -> Result<HttpResponse, NoAnswer> {
    if !is_safe(request.url(), ctx.config.environment) {
        return Err(NoAnswer::Plain);
    }
    let mut answer = ctx.http.execute(request).await?;
    let mut response = HttpResponse::new(Vec::new());
    *response.status_mut() = answer.status();
    std::mem::swap(response.headers_mut(), answer.headers_mut());
    while let Some(chunk) = answer.chunk().await? {
        response.body_mut().extend_from_slice(&chunk);
        if response.body().len() > MAX_RESPONSE_SIZE {
            return Err(NoAnswer::TooLarge);
        }
    }
    Ok(response)
}
