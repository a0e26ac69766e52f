//! Our cookies: their names, and how they are set and taken away.
//!
//! Invariant: no cookie of ours can be read by a script or set from another site or subdomain; in production none
//! travels without TLS.

use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use shared::config::Environment;
use time::Duration;

/// What a cookie is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Knows a guest again.
    Guest,
    /// Knows somebody who is signed in.
    Session,
    /// Knows a member of staff who is signed in.
    Staff,
    /// Binds the way back from a provider to the browser that left.
    SignInUnderWay,
    /// Knows a visitor again who subscribes.
    Checkout,
    /// Binds a code that was mailed to the browser that asked for it.
    SignInMailed,
}

impl Purpose {
    /// The cookie's name. The prefix makes browsers hold it to `Secure`, this host alone, and the path `/`.
    #[must_use]
    pub const fn name(self, environment: Environment) -> &'static str {
        match (self, environment) {
            (Self::Guest, Environment::Production) => "__Host-guest",
            (Self::Guest, Environment::Development) => "guest",
            (Self::Session, Environment::Production) => "__Host-session",
            (Self::Session, Environment::Development) => "session",
            (Self::Staff, Environment::Production) => "__Host-admin",
            (Self::Staff, Environment::Development) => "admin",
            (Self::SignInUnderWay, Environment::Production) => "__Host-sign-in",
            (Self::SignInUnderWay, Environment::Development) => "sign-in",
            (Self::Checkout, Environment::Production) => "__Host-checkout",
            (Self::Checkout, Environment::Development) => "checkout",
            (Self::SignInMailed, Environment::Production) => "__Host-sign-in-mailed",
            (Self::SignInMailed, Environment::Development) => "sign-in-mailed",
        }
    }

    /// The cookie, to be kept by the browser for so long.
    #[must_use]
    pub fn cookie(self, environment: Environment, value: String, keep: Duration) -> Cookie<'static> {
        Cookie::build((self.name(environment), value))
            .path("/")
            .http_only(true)
            .secure(environment == Environment::Production)
            .same_site(self.same_site())
            .max_age(keep)
            .build()
    }

    /// Nothing leads to the staff's pages from elsewhere; people follow links to the others.
    const fn same_site(self) -> SameSite {
        match self {
            Self::Staff => SameSite::Strict,
            Self::Guest | Self::Session | Self::SignInUnderWay | Self::SignInMailed | Self::Checkout => SameSite::Lax,
        }
    }

    /// What makes the browser forget the cookie.
    #[must_use]
    pub fn removal(self, environment: Environment) -> Cookie<'static> {
        self.cookie(environment, String::new(), Duration::ZERO)
    }

    /// The cookie's value, if the browser sent one.
    #[must_use]
    pub fn value(self, environment: Environment, jar: &CookieJar) -> Option<&str> {
        jar.get(self.name(environment)).map(Cookie::value)
    }
}
