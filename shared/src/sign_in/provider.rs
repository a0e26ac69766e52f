//! Whom people can sign in with, and what their browsers bring back from there.

use openidconnect::{AuthorizationCode, RedirectUrl};
use serde::Deserialize;

use super::under_way::UnderWay;
use super::{NotSignedIn, Proof, github, openid};
use crate::config::SignIn;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// Somebody who can say who a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Google, or whatever OpenID provider stands in its place.
    Google,
    /// GitHub, which speaks OAuth only.
    GitHub,
}

impl Provider {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Google, Self::GitHub];

    /// The word in our addresses and cookies.
    #[must_use]
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

    /// Where the provider sends the browser back to.
    fn way_back(self, origin: &str) -> Result<RedirectUrl> {
        RedirectUrl::new(format!("{origin}/api/login/{}/callback", self.as_str())).map_err(Error::internal)
    }
}

/// What the browser brings back from a provider.
#[derive(Debug, Default, Deserialize)]
pub struct BroughtBack {
    /// The code to redeem.
    pub code: Option<String>,
    /// The state that we gave.
    pub state: Option<String>,
    /// Who says so (RFC 9207).
    pub iss: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
}

impl BroughtBack {
    /// The code, if this belongs to the sign-in under way.
    pub(super) fn code(self, ctx: &Ctx, under_way: &UnderWay) -> Result<AuthorizationCode, NotSignedIn> {
        let state = self.state.unwrap_or_default();
        if !under_way.has_state(&ctx.config.key_ring, &state) {
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

/// Where to send the browser, so that the person signs in there. `origin` is where the browser sees us.
///
/// # Errors
/// `Unavailable` if the provider does not answer; `NotFound` if it is not configured.
pub async fn address(ctx: &Ctx, under_way: &UnderWay, origin: &str) -> Result<String> {
    let way_back = under_way.provider.way_back(origin)?;
    match under_way.provider {
        Provider::Google => {
            let google = ctx.config.sign_in.google.as_ref().ok_or(Error::NotFound)?;
            openid::address(ctx, google, under_way, &way_back).await
        }
        Provider::GitHub => {
            let github = ctx.config.sign_in.github.as_ref().ok_or(Error::NotFound)?;
            github::address(ctx, github, under_way, &way_back)
        }
    }
}

/// Redeems what the browser brought back.
///
/// # Errors
/// `Cancelled` or `NotProven`; `Failed` if the provider does not answer or is not configured.
pub async fn prove(
    ctx: &Ctx,
    under_way: &UnderWay,
    origin: &str,
    brought_back: BroughtBack,
) -> Result<Proof, NotSignedIn> {
    let way_back = under_way.provider.way_back(origin)?;
    match under_way.provider {
        Provider::Google => {
            let google = ctx.config.sign_in.google.as_ref().ok_or(Error::NotFound)?;
            openid::prove(ctx, google, under_way, &way_back, brought_back).await
        }
        Provider::GitHub => {
            let github = ctx.config.sign_in.github.as_ref().ok_or(Error::NotFound)?;
            github::prove(ctx, github, under_way, &way_back, brought_back).await
        }
    }
}
