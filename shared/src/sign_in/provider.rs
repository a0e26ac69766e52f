//! The sign-in providers and their callbacks.

use openidconnect::{AuthorizationCode, RedirectUrl};
use serde::Deserialize;

use super::pending::PendingSignIn;
use super::{NotSignedIn, Proof, github, openid};
use crate::config::SignIn;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// A sign-in provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Google, or another OpenID provider configured in its place.
    Google,
    /// GitHub, which supports only OAuth.
    GitHub,
}

impl Provider {
    /// All providers.
    pub const ALL: [Self; 2] = [Self::Google, Self::GitHub];

    /// The word in our URLs and cookies.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::GitHub => "github",
        }
    }

    /// The provider of this word, if it is configured.
    #[must_use]
    pub fn configured(sign_in: &SignIn, word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|provider| provider.as_str() == word)
            .filter(|provider| match provider {
                Self::Google => sign_in.google.is_some(),
                Self::GitHub => sign_in.github.is_some(),
            })
    }

    /// The redirect URL of the callback.
    fn redirect_url(self, origin: &str) -> Result<RedirectUrl> {
        RedirectUrl::new(format!("{origin}/api/login/{}/callback", self.as_str())).map_err(Error::internal)
    }
}

/// The query parameters of a provider's callback.
#[derive(Debug, Default, Deserialize)]
pub struct Callback {
    /// The authorization code.
    pub code: Option<String>,
    /// The state that we sent.
    pub state: Option<String>,
    /// The issuer (RFC 9207).
    pub iss: Option<String>,
    /// The error, if there is no code.
    pub error: Option<String>,
}

impl Callback {
    /// The code, if the callback belongs to the pending sign-in.
    pub(super) fn code(self, ctx: &Ctx, pending: &PendingSignIn) -> Result<AuthorizationCode, NotSignedIn> {
        let state = self.state.unwrap_or_default();
        if !pending.has_state(&ctx.config.key_ring, &state) {
            return Err(NotSignedIn::NotProven("another state"));
        }
        match (self.error.as_deref(), self.code) {
            (Some("access_denied"), _) => Err(NotSignedIn::Cancelled),
            (Some(_), _) => Err(NotSignedIn::NotProven("the provider reports an error")),
            (None, None) => Err(NotSignedIn::NotProven("no code")),
            (None, Some(code)) => Ok(AuthorizationCode::new(code)),
        }
    }
}

/// The authorization URL of the provider. `origin` is ours, as the browser sees it.
///
/// # Errors
/// `Unavailable` if the provider does not answer; `NotFound` if it is not configured.
pub async fn address(ctx: &Ctx, pending: &PendingSignIn, origin: &str) -> Result<String> {
    let redirect = pending.provider.redirect_url(origin)?;
    match pending.provider {
        Provider::Google => {
            let google = ctx.config.sign_in.google.as_ref().ok_or(Error::NotFound)?;
            openid::address(ctx, google, pending, &redirect).await
        }
        Provider::GitHub => {
            let github = ctx.config.sign_in.github.as_ref().ok_or(Error::NotFound)?;
            github::address(ctx, github, pending, &redirect)
        }
    }
}

/// Redeems the callback's code.
///
/// # Errors
/// `Cancelled` or `NotProven`; `Failed` if the provider does not answer or is not configured.
pub async fn prove(ctx: &Ctx, pending: &PendingSignIn, origin: &str, callback: Callback) -> Result<Proof, NotSignedIn> {
    let redirect = pending.provider.redirect_url(origin)?;
    match pending.provider {
        Provider::Google => {
            let google = ctx.config.sign_in.google.as_ref().ok_or(Error::NotFound)?;
            openid::prove(ctx, google, pending, &redirect, callback).await
        }
        Provider::GitHub => {
            let github = ctx.config.sign_in.github.as_ref().ok_or(Error::NotFound)?;
            github::prove(ctx, github, pending, &redirect, callback).await
        }
    }
}
