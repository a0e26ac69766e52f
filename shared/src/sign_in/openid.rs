//! Sign-in with Google, or another OpenID provider.
//!
//! Invariant: an ID token counts only if the provider signed it, for our client, recently, and for the pending sign-in
//! of this browser.

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
use super::pending::PendingSignIn;
use super::provider::Callback;
use super::{KnownEmail, NotSignedIn, Proof};
use crate::config::Google;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// Provider metadata beyond the standard fields.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ExtraMetadata {
    /// RFC 9207: whether the callback has the parameter `iss`.
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for ExtraMetadata {}

type Metadata = ProviderMetadata<
    ExtraMetadata,
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

/// The authorization URL.
///
/// # Errors
/// `Unavailable` if the provider does not answer.
pub async fn address(ctx: &Ctx, google: &Google, pending: &PendingSignIn, redirect: &RedirectUrl) -> Result<String> {
    let keys = &ctx.config.key_ring;
    let metadata = discover(ctx, google).await?;
    let verifier = PkceCodeVerifier::new(pending.verifier(keys));
    let (state, nonce) = (pending.state(keys), pending.nonce(keys));
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

/// Redeems the code of the callback and verifies the ID token.
///
/// # Errors
/// `NotProven` if the callback or the token is invalid; `Failed` if the provider does not answer.
pub async fn prove(
    ctx: &Ctx,
    google: &Google,
    pending: &PendingSignIn,
    redirect: &RedirectUrl,
    callback: Callback,
) -> Result<Proof, NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let iss = callback.iss.clone();
    let code = callback.code(ctx, pending)?;
    let metadata = discover(ctx, google).await?;
    let is_iss_required = metadata
        .additional_metadata()
        .authorization_response_iss_parameter_supported;
    if iss.map_or(is_iss_required, |issuer| issuer != google.issuer) {
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
        .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier(keys)))
        .request_async(&http::http_client(ctx))
        .await
        .map_err(refused)?;
    let token = answer.id_token().ok_or(NotSignedIn::NotProven("no ID token"))?;
    let verifier = client.id_token_verifier().set_allowed_algs([
        CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
        CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    ]);
    let claims = token
        .claims(&verifier, &Nonce::new(pending.nonce(keys)))
        .map_err(|error| {
            tracing::warn!(%error, "an ID token was refused");
            NotSignedIn::NotProven("the ID token is invalid")
        })?;
    Ok(proof(google, claims))
}

fn proof(google: &Google, claims: &CoreIdTokenClaims) -> Proof {
    let clean = |name: Option<String>| {
        name.map(|name| name.trim().chars().take(100).collect())
            .filter(|name: &String| !name.is_empty())
    };
    Proof {
        issuer: google.issuer.clone(),
        subject: claims.subject().to_string(),
        email: claims.email().map(|address| KnownEmail {
            address: address.to_string(),
            is_verified: claims.email_verified() == Some(true),
        }),
        first_name: clean(
            claims
                .given_name()
                .and_then(|names| names.get(None))
                .map(|name| name.to_string()),
        ),
        last_name: clean(
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

/// Fetches the provider's metadata and keys.
async fn discover(ctx: &Ctx, google: &Google) -> Result<Metadata> {
    let issuer = IssuerUrl::new(google.issuer.clone()).map_err(Error::internal)?;
    Metadata::discover_async(issuer, &http::http_client(ctx))
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
