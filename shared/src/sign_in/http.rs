//! How we talk to the servers of others.
//!
//! Invariant: never without TLS, except to this machine in development; no redirect is followed; nothing is waited for
//! longer than ten seconds.

use std::net::IpAddr;
use std::pin::Pin;

use openidconnect::url::{Host, Url};
use openidconnect::{HttpRequest, HttpResponse};

use crate::config::Environment;
use crate::ctx::Ctx;

/// So much of an answer is read.
const MAX_RESPONSE_SIZE: usize = 512 * 1024;

/// Why another server gave no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It did not answer, or not by the rules of HTTP.
    #[error("no answer: {0}")]
    Request(#[from] reqwest::Error),
    /// Its address lacks TLS.
    #[error("its address lacks TLS")]
    Plain,
    /// It said too much.
    #[error("its answer is too large")]
    TooLarge,
}

/// Whether we may talk to this address: by TLS, or on this machine in development.
#[must_use]
pub fn is_safe(url: &Url, environment: Environment) -> bool {
    let is_here = match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_here && environment == Environment::Development)
}

/// An answer on its way.
pub type Answering = Pin<Box<dyn Future<Output = Result<HttpResponse, NoAnswer>> + Send>>;

/// What libraries that speak a protocol ask through.
pub fn asker(ctx: &Ctx) -> impl Fn(HttpRequest) -> Answering + Send + Sync + use<> {
    let ctx = ctx.clone();
    move |request| {
        let ctx = ctx.clone();
        Box::pin(async move { send(&ctx, reqwest::Request::try_from(request)?).await })
    }
}

/// Sends a request and reads the whole answer.
///
/// # Errors
/// If there is none that can be used.
pub async fn send(ctx: &Ctx, request: reqwest::Request) -> Result<HttpResponse, NoAnswer> {
    if !is_safe(request.url(), ctx.config.environment) {
        return Err(NoAnswer::Plain);
    }
    let mut answer = ctx.http.execute(request).await?;
    let mut whole = HttpResponse::new(Vec::new());
    *whole.status_mut() = answer.status();
    std::mem::swap(whole.headers_mut(), answer.headers_mut());
    while let Some(chunk) = answer.chunk().await? {
        whole.body_mut().extend_from_slice(&chunk);
        if whole.body().len() > MAX_RESPONSE_SIZE {
            return Err(NoAnswer::TooLarge);
        }
    }
    Ok(whole)
}
