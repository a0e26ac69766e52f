//! Signing in at GitHub, which speaks OAuth without OpenID: redeem the code, then ask who it is.
//!
//! Invariant: the person is GitHub's number for them, never their name there; only their verified main address counts.

use openidconnect::url::Url;
use openidconnect::{AuthorizationCode, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::http;
use super::provider::BroughtBack;
use super::under_way::UnderWay;
use super::{KnownEmail, NotSignedIn, Proof};
use crate::config::GitHub;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

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
struct Known {
    #[serde(rename = "email")]
    address: String,
    primary: bool,
    verified: bool,
}

/// Where to send the browser, so that the person signs in there.
///
/// # Errors
/// `Internal` if `GITHUB_URL` is no address.
pub fn address(ctx: &Ctx, github: &GitHub, under_way: &UnderWay, redirect: &RedirectUrl) -> Result<String> {
    let keys = &ctx.config.key_ring;
    let verifier = PkceCodeVerifier::new(under_way.verifier(keys));
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    let mut url = Url::parse(&format!("{}/login/oauth/authorize", github.url)).map_err(Error::internal)?;
    url.query_pairs_mut()
        .append_pair("client_id", &github.client_id)
        .append_pair("redirect_uri", redirect)
        .append_pair("scope", "read:user user:email")
        .append_pair("state", &under_way.state(keys))
        .append_pair("code_challenge", challenge.as_str())
        .append_pair("code_challenge_method", "S256");
    Ok(url.into())
}

/// Redeems the code that the browser brought back, and asks who it is.
///
/// # Errors
/// `NotProven` if anything does not fit; `Failed` if GitHub does not answer.
pub async fn prove(
    ctx: &Ctx,
    github: &GitHub,
    under_way: &UnderWay,
    redirect: &RedirectUrl,
    brought_back: BroughtBack,
) -> Result<Proof, NotSignedIn> {
    // RFC 9207: GitHub names itself by the address of its OAuth endpoints.
    let issuer = format!("{}/login/oauth", github.url);
    if brought_back.iss.as_ref().is_some_and(|named| *named != issuer) {
        return Err(NotSignedIn::NotProven("another issuer answered"));
    }
    let code = brought_back.code(ctx, under_way)?;
    let token = redeem(ctx, github, under_way, redirect, code).await?;
    let account: Account = ask(ctx, github, &token, "/user").await?;
    let emails: Vec<Known> = ask(ctx, github, &token, "/user/emails").await?;
    let (first_name, last_name) = split_name(account.name.as_deref().unwrap_or_default());
    Ok(Proof {
        issuer,
        subject: account.id.to_string(),
        email: emails.into_iter().find(|email| email.primary).map(|email| KnownEmail {
            address: email.address,
            is_verified: email.verified,
        }),
        first_name,
        last_name,
        picture: account.avatar_url,
    })
}

async fn redeem(
    ctx: &Ctx,
    github: &GitHub,
    under_way: &UnderWay,
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
            ("code_verifier", &under_way.verifier(&ctx.config.key_ring)),
        ]);
    // GitHub says 200 with an error in the body if the code is not good.
    read(ctx, request, "the code was refused").await
}

async fn ask<T: DeserializeOwned>(ctx: &Ctx, github: &GitHub, token: &Token, path: &str) -> Result<T, NotSignedIn> {
    let request = ctx
        .http
        .get(format!("{}{path}", github.api_url))
        .header("accept", "application/vnd.github+json")
        .bearer_auth(&token.access_token);
    read(ctx, request, "GitHub does not say who it is").await
}

async fn read<T: DeserializeOwned>(
    ctx: &Ctx,
    request: reqwest::RequestBuilder,
    otherwise: &'static str,
) -> Result<T, NotSignedIn> {
    let away = |error: http::NoAnswer| Error::Unavailable(anyhow::Error::new(error).context("asking GitHub"));
    let request = request.build().map_err(|error| away(error.into()))?;
    let answer = http::send(ctx, request).await.map_err(away)?;
    if answer.status().is_server_error() {
        return Err(Error::Unavailable(anyhow::anyhow!("GitHub answers {}", answer.status())).into());
    }
    let read = serde_json::from_slice(answer.body());
    read.map_err(|_| NotSignedIn::NotProven(otherwise))
}

/// GitHub knows one name: the last word of it is the last name.
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
    fn one_name_becomes_two() {
        let names = |first: &str, last: &str| (Some(first.to_owned()), Some(last.to_owned()));
        assert_eq!(split_name("Ada Lovelace"), names("Ada", "Lovelace"));
        assert_eq!(split_name("  Mary Ann Evans "), names("Mary Ann", "Evans"));
        assert_eq!(split_name("Plato"), (Some("Plato".to_owned()), None));
        assert_eq!(split_name(" "), (None, None));
    }
}
