//! Security headers, on every answer.
//!
//! Invariant: a document runs our own files only. The one exception are the payment pages. They are a document of their
//! own, so that no other page runs under their policy.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use shared::config::Environment;
use shared::ctx::Ctx;
use shared::payments::Payments;

use crate::frontend::PAYMENT_PAGES;

/// Our own files only; no inline script or style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Our own files, and what Stripe needs to take a card: its script, frames and calls.
const PAYMENT_POLICY: &str = "default-src 'none'; script-src 'self' https://js.stripe.com{}; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self' https://api.stripe.com{}; \
    frame-src https://js.stripe.com https://hooks.stripe.com{}; media-src 'self'; manifest-src 'self'; worker-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The most headers that are added, the request id included.
const MAX_HEADERS: usize = 8;

const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";

/// Wallets use the payment API of the browser, from our page or from Stripe's frame in it.
const PAYMENT_PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(self \"https://js.stripe.com\"), \
    usb=(), browsing-topics=()";

/// The headers of one answer.
pub struct Headers {
    policy: HeaderValue,
    permissions: &'static str,
    is_call: bool,
    is_https: bool,
}

impl Headers {
    /// The headers of the answer for a path.
    #[must_use]
    pub fn of(ctx: &Ctx, path: &str) -> Self {
        let (policy, permissions) = if PAYMENT_PAGES.contains(&path) {
            (payment_policy(ctx), PAYMENT_PERMISSIONS)
        } else {
            (HeaderValue::from_static(POLICY), PERMISSIONS)
        };
        Self {
            policy,
            permissions,
            is_call: path.starts_with("/api"),
            is_https: ctx.config.environment == Environment::Production,
        }
    }

    /// Adds the headers. Those that the answer has already stay.
    pub fn add_to(self, headers: &mut HeaderMap) {
        headers.reserve(MAX_HEADERS);
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(self.policy);
        let mut set = |name: HeaderName, value: &'static str| {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        };
        set(X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(REFERRER_POLICY, "no-referrer");
        set(HeaderName::from_static("permissions-policy"), self.permissions);
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
        if self.is_call {
            set(CACHE_CONTROL, "no-store");
        }
        if self.is_https {
            set(STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains");
        }
    }
}

/// The policy of the payment pages. It also allows the stand-in for Stripe, if one is configured.
fn payment_policy(ctx: &Ctx) -> HeaderValue {
    let stand_in = ctx.payments.as_ref().and_then(Payments::stand_in);
    let extra = stand_in.map_or_else(String::new, |origin| format!(" {origin}"));
    HeaderValue::try_from(PAYMENT_POLICY.replace("{}", &extra)).unwrap_or(HeaderValue::from_static(POLICY))
}
