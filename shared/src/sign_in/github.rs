//! Sign-in with GitHub, which supports OAuth without OpenID: redeem the code, then request the account.
//!
//! Invariant: the subject is GitHub's numeric id, never the login name. Only the primary email address is used, and GitHub
//! answers for no mailbox.

use openidconnect::url::Url;
use openidconnect::{AuthorizationCode, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::http;
use super::pending::PendingSignIn;
use super::provider::Callback;
use super::{KnownEmail, NotSignedIn, Proof, Verified};
use crate::config::GitHub;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::mail::parse_address;

#[derive(Deserialize)]
struct Token {
    access_token: String,
}

#[derive(Deserialize)]
struct Account {
    id: u64,
    name: Option<String>,
    avatar_url: Option<String>,
}

#[derive(Deserialize)]
struct AccountEmail {
    #[serde(rename = "email")]
    address: String,
    primary: bool,
    verified: bool,
}

/// The authorization URL.
///
/// # Errors
/// `Internal` if `GITHUB_URL` is invalid.
pub fn address(ctx: &Ctx, github: &GitHub, pending: &PendingSignIn, redirect: &RedirectUrl) -> Result<String> {
    let keys = &ctx.config.key_ring;
    let verifier = PkceCodeVerifier::new(pending.verifier(keys));
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    let mut url = Url::parse(&format!("{}/login/oauth/authorize", github.url)).map_err(Error::internal)?;
    url.query_pairs_mut()
        .append_pair("client_id", &github.client_id)
        .append_pair("redirect_uri", redirect)
        .append_pair("scope", "read:user user:email")
        .append_pair("state", &pending.state(keys))
        .append_pair("code_challenge", challenge.as_str())
        .append_pair("code_challenge_method", "S256");
    Ok(url.into())
}

/// Redeems the code of the callback and requests the account.
///
/// # Errors
/// `NotProven` if the callback or an answer is invalid; `Failed` if GitHub does not answer.
pub async fn prove(
    ctx: &Ctx,
    github: &GitHub,
    pending: &PendingSignIn,
    redirect: &RedirectUrl,
    callback: Callback,
) -> Result<Proof, NotSignedIn> {
    // RFC 9207: GitHub's issuer is the URL of its OAuth endpoints.
    let issuer = format!("{}/login/oauth", github.url);
    if callback.iss.as_ref().is_some_and(|iss| *iss != issuer) {
        return Err(NotSignedIn::NotProven("another issuer answered"));
    }
    let code = callback.code(ctx, pending)?;
    let token = redeem(ctx, github, pending, redirect, code).await?;
    let account: Account = get(ctx, github, &token, "/user").await?;
    let emails: Vec<AccountEmail> = get(ctx, github, &token, "/user/emails").await?;
    let (first_name, last_name) = split_name(account.name.as_deref().unwrap_or_default());
    Ok(Proof {
        issuer,
        subject: account.id.to_string(),
        email: emails
            .into_iter()
            .find(|email| email.primary)
            .and_then(|email| known_email(&email)),
        first_name,
        last_name,
        picture: account.avatar_url,
    })
}

async fn redeem(
    ctx: &Ctx,
    github: &GitHub,
    pending: &PendingSignIn,
    redirect: &RedirectUrl,
    code: AuthorizationCode,
) -> Result<Token, NotSignedIn> {
    let request = ctx
        .http
        .post(format!("{}/login/oauth/access_token", github.url))
        .header("accept", "application/json")
        .form(&[
            ("client_id", github.client_id.as_str()),
            ("client_secret", &github.client_secret),
            ("code", code.secret()),
            ("redirect_uri", redirect),
            ("code_verifier", &pending.verifier(&ctx.config.key_ring)),
        ]);
    // GitHub answers an invalid code with 200 and an error in the body.
    send(ctx, request, "the code was refused").await
}

async fn get<T: DeserializeOwned>(ctx: &Ctx, github: &GitHub, token: &Token, path: &str) -> Result<T, NotSignedIn> {
    let request = ctx
        .http
        .get(format!("{}{path}", github.api_url))
        .header("accept", "application/vnd.github+json")
        .bearer_auth(&token.access_token);
    send(ctx, request, "GitHub did not return the account").await
}

async fn send<T: DeserializeOwned>(
    ctx: &Ctx,
    request: reqwest::RequestBuilder,
    reason_if_invalid: &'static str,
) -> Result<T, NotSignedIn> {
    let unavailable = |error: http::NoAnswer| Error::Unavailable(anyhow::Error::new(error).context("asking GitHub"));
    let request = request.build().map_err(|error| unavailable(error.into()))?;
    let answer = http::send(ctx, request).await.map_err(unavailable)?;
    if answer.status().is_server_error() {
        return Err(Error::Unavailable(anyhow::anyhow!("GitHub answers {}", answer.status())).into());
    }
    let parsed = serde_json::from_slice(answer.body());
    parsed.map_err(|_| NotSignedIn::NotProven(reason_if_invalid))
}

/// The address of a GitHub account, unless it is one that nobody can mail to.
fn known_email(email: &AccountEmail) -> Option<KnownEmail> {
    Some(KnownEmail {
        address: parse_address(&email.address).ok()?.to_string(),
        verified: if email.verified {
            Verified::Elsewhere
        } else {
            Verified::No
        },
    })
}

/// Splits GitHub's single name field: the last word is the last name.
fn split_name(name: &str) -> (Option<String>, Option<String>) {
    let name: String = name.trim().chars().take(100).collect();
    let some = |part: &str| Some(part.trim().to_owned()).filter(|part| !part.is_empty());
    match name.rsplit_once(' ') {
        Some((first, last)) => (some(first), some(last)),
        None => (some(&name), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_name_is_the_last_name() {
        let names = |first: &str, last: &str| (Some(first.to_owned()), Some(last.to_owned()));
        assert_eq!(split_name("Ada Lovelace"), names("Ada", "Lovelace"));
        assert_eq!(split_name("  Mary Ann Evans "), names("Mary Ann", "Evans"));
        assert_eq!(split_name("Plato"), (Some("Plato".to_owned()), None));
        assert_eq!(split_name(" "), (None, None));
    }
}
