//! Signing in at an OpenID provider: Google.
//!
//! Invariant: a token counts only if this provider signed it, for us, now, for the sign-in under way in this browser.

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod,
    CoreGrantType, CoreIdTokenClaims, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, ProviderMetadata, RedirectUrl, Scope, TokenResponse as _,
};
use serde::{Deserialize, Serialize};

use super::http::{self, NoAnswer};
use super::provider::BroughtBack;
use super::under_way::UnderWay;
use super::{KnownEmail, NotSignedIn, Proof};
use crate::config::Google;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// What a provider says of itself beyond what everybody must.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct AlsoSays {
    /// RFC 9207: it names itself in what the browser brings back.
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for AlsoSays {}

type Metadata = ProviderMetadata<
    AlsoSays,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// Where to send the browser, so that the person signs in there.
///
/// # Errors
/// `Unavailable` if the provider does not answer.
pub async fn address(ctx: &Ctx, google: &Google, under_way: &UnderWay, redirect: &RedirectUrl) -> Result<String> {
    let keys = &ctx.config.key_ring;
    let metadata = discover(ctx, google).await?;
    let verifier = PkceCodeVerifier::new(under_way.verifier(keys));
    let (state, nonce) = (under_way.state(keys), under_way.nonce(keys));
    let client = CoreClient::from_provider_metadata(metadata, ClientId::new(google.client_id.clone()), None)
        .set_redirect_uri(redirect.clone());
    let (url, _, _) = client
        .authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new(state),
            || Nonce::new(nonce),
        )
        .add_scope(Scope::new("email".to_owned()))
        .add_scope(Scope::new("profile".to_owned()))
        .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
        .url();
    Ok(url.into())
}

/// Redeems the code that the browser brought back, and checks every claim of the token.
///
/// # Errors
/// `NotProven` if anything does not fit; `Failed` if the provider does not answer.
pub async fn prove(
    ctx: &Ctx,
    google: &Google,
    under_way: &UnderWay,
    redirect: &RedirectUrl,
    brought_back: BroughtBack,
) -> Result<Proof, NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let named = brought_back.iss.clone();
    let code = brought_back.code(ctx, under_way)?;
    let metadata = discover(ctx, google).await?;
    let must_be_named = metadata
        .additional_metadata()
        .authorization_response_iss_parameter_supported;
    if named.map_or(must_be_named, |issuer| issuer != google.issuer) {
        return Err(NotSignedIn::NotProven("another issuer answered"));
    }
    let client = CoreClient::from_provider_metadata(
        metadata,
        ClientId::new(google.client_id.clone()),
        Some(ClientSecret::new(google.client_secret.clone())),
    )
    .set_redirect_uri(redirect.clone());
    let answer = client
        .exchange_code(code)
        .map_err(|_| NotSignedIn::NotProven("the provider has no token endpoint"))?
        .set_pkce_verifier(PkceCodeVerifier::new(under_way.verifier(keys)))
        .request_async(&http::asker(ctx))
        .await
        .map_err(refused)?;
    let token = answer.id_token().ok_or(NotSignedIn::NotProven("no ID token"))?;
    let verifier = client.id_token_verifier().set_allowed_algs([
        CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
        CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    ]);
    let claims = token
        .claims(&verifier, &Nonce::new(under_way.nonce(keys)))
        .map_err(|error| {
            tracing::warn!(%error, "an ID token was refused");
            NotSignedIn::NotProven("the ID token does not hold")
        })?;
    Ok(proof(google, claims))
}

fn proof(google: &Google, claims: &CoreIdTokenClaims) -> Proof {
    let name = |of: Option<String>| {
        of.map(|name| name.trim().chars().take(100).collect())
            .filter(|name: &String| !name.is_empty())
    };
    Proof {
        issuer: google.issuer.clone(),
        subject: claims.subject().to_string(),
        email: claims.email().map(|address| KnownEmail {
            address: address.to_string(),
            is_verified: claims.email_verified() == Some(true),
        }),
        first_name: name(
            claims
                .given_name()
                .and_then(|names| names.get(None))
                .map(|name| name.to_string()),
        ),
        last_name: name(
            claims
                .family_name()
                .and_then(|names| names.get(None))
                .map(|name| name.to_string()),
        ),
        picture: claims
            .picture()
            .and_then(|pictures| pictures.get(None))
            .map(|url| url.to_string()),
    }
}

/// What the provider says of itself, and its keys.
async fn discover(ctx: &Ctx, google: &Google) -> Result<Metadata> {
    let issuer = IssuerUrl::new(google.issuer.clone()).map_err(Error::internal)?;
    Metadata::discover_async(issuer, &http::asker(ctx))
        .await
        .map_err(|error| Error::Unavailable(anyhow::anyhow!("discovery of the OpenID provider: {error}")))
}

fn refused<T: openidconnect::ErrorResponse>(error: openidconnect::RequestTokenError<NoAnswer, T>) -> NotSignedIn {
    match error {
        openidconnect::RequestTokenError::Request(error) => NotSignedIn::Failed(Error::Unavailable(
            anyhow::Error::new(error).context("redeeming a code"),
        )),
        openidconnect::RequestTokenError::ServerResponse(_) => NotSignedIn::NotProven("the code was refused"),
        openidconnect::RequestTokenError::Parse(..) | openidconnect::RequestTokenError::Other(_) => {
            NotSignedIn::NotProven("the token answer cannot be read")
        }
    }
}
