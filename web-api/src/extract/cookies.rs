//! Our cookies: names and attributes.
//!
//! Invariant: no cookie that tells of a person can be read by a script, or set from another site or subdomain. In
//! production none is sent without TLS.

use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use shared::config::Environment;
use time::Duration;

/// What a cookie is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Identifies a guest.
    Guest,
    /// The session of a user.
    Session,
    /// The session of a member of staff.
    Staff,
    /// Binds a pending sign-in at a provider to the browser that began it.
    PendingSignIn,
    /// Identifies a visitor who subscribes.
    Checkout,
    /// Binds a mailed code to the browser that requested it.
    SignInMailed,
    /// Marks a browser that once held a session: strangers cannot use up its sign-in mails.
    KnownBrowser,
    /// The language and the time of the day, for the pages that we render. The app's script sets it, and it names nobody.
    Appearance,
}

impl Purpose {
    /// The cookie's name. With the prefix `__Host-` browsers enforce `Secure`, this host only, and the path `/`.
    pub const fn name(self, environment: Environment) -> &'static str {
        match (self, environment) {
            (Self::Guest, Environment::Production) => "__Host-guest",
            (Self::Guest, Environment::Development) => "guest",
            (Self::Session, Environment::Production) => "__Host-session",
            (Self::Session, Environment::Development) => "session",
            (Self::Staff, Environment::Production) => "__Host-admin",
            (Self::Staff, Environment::Development) => "admin",
            (Self::PendingSignIn, Environment::Production) => "__Host-sign-in",
            (Self::PendingSignIn, Environment::Development) => "sign-in",
            (Self::Checkout, Environment::Production) => "__Host-checkout",
            (Self::Checkout, Environment::Development) => "checkout",
            (Self::SignInMailed, Environment::Production) => "__Host-sign-in-mailed",
            (Self::SignInMailed, Environment::Development) => "sign-in-mailed",
            (Self::KnownBrowser, Environment::Production) => "__Host-known",
            (Self::KnownBrowser, Environment::Development) => "known",
            (Self::Appearance, Environment::Production) => "__Host-look",
            (Self::Appearance, Environment::Development) => "look",
        }
    }

    /// The cookie with its attributes.
    pub fn cookie(self, environment: Environment, value: String, max_age: Duration) -> Cookie<'static> {
        Cookie::build((self.name(environment), value))
            .path("/")
            .http_only(true)
            .secure(environment == Environment::Production)
            .same_site(self.same_site())
            .max_age(max_age)
            .build()
    }

    /// Staff pages are never opened by a link on another site; the others are.
    pub const fn same_site(self) -> SameSite {
        match self {
            Self::Staff => SameSite::Strict,
            Self::Guest
            | Self::Session
            | Self::PendingSignIn
            | Self::SignInMailed
            | Self::Checkout
            | Self::KnownBrowser
            | Self::Appearance => SameSite::Lax,
        }
    }

    /// The cookie that makes the browser delete this one.
    pub fn removal(self, environment: Environment) -> Cookie<'static> {
        self.cookie(environment, String::new(), Duration::ZERO)
    }

    /// The cookie's value, if the browser sent one.
    pub fn value(self, environment: Environment, jar: &CookieJar) -> Option<&str> {
        jar.get(self.name(environment)).map(Cookie::value)
    }
}
