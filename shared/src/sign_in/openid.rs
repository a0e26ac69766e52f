//! Sign-in with Google, or another OpenID provider.
//!
//! Invariant: an ID token counts only if the provider signed it, for our client, recently, and for the pending sign-in
//! of this browser.

use lettre::Address;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, IdTokenClaims, IdTokenFields, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, ProviderMetadata, RedirectUrl, Scope, StandardErrorResponse, StandardTokenResponse,
    TokenResponse as _,
};
use serde::{Deserialize, Serialize};

use super::http::{self, NoAnswer};
use super::pending::PendingSignIn;
use super::provider::Callback;
use super::{KnownEmail, NotSignedIn, Proof, Verified};
use crate::config::Google;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::mail::parse_address;

/// The issuer of Google's ID tokens.
const GOOGLE: &str = "https://accounts.google.com";

/// Provider metadata beyond the standard fields.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ExtraMetadata {
    /// RFC 9207: whether the callback has the parameter `iss`.
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for ExtraMetadata {}

/// Claims of an ID token beyond the standard ones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ExtraClaims {
    /// The domain whose organisation has the account at Google; no claim in a private account.
    /// Source: <https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload>.
    hd: Option<String>,
}

impl AdditionalClaims for ExtraClaims {}

type Claims = IdTokenClaims<ExtraClaims, CoreGenderClaim>;

/// The client of the library, with our claims.
type Client = openidconnect::Client<
    ExtraClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<
        IdTokenFields<
            ExtraClaims,
            EmptyExtraTokenFields,
            CoreGenderClaim,
            CoreJweContentEncryptionAlgorithm,
            CoreJwsSigningAlgorithm,
        >,
        CoreTokenType,
    >,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

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
    let client = Client::from_provider_metadata(metadata, ClientId::new(google.client_id.clone()), None)
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
    let client = Client::from_provider_metadata(
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

/// Whether the issuer answers for a mailbox that it has verified: its own, or one of the organisation of the account.
/// Another provider verified an address once; the mailbox may be somebody else's now.
fn answers_for(issuer: &str, address: &Address, organisation: Option<&str>) -> bool {
    let domain = address.domain();
    let is_its_own = issuer == GOOGLE && matches!(domain, "gmail.com" | "googlemail.com");
    is_its_own || organisation.is_some_and(|organisation| organisation.eq_ignore_ascii_case(domain))
}

fn known_email(google: &Google, claims: &Claims) -> Option<KnownEmail> {
    let address = parse_address(claims.email()?).ok()?;
    let organisation = claims.additional_claims().hd.as_deref();
    let verified = match claims.email_verified() {
        Some(true) if answers_for(&google.issuer, &address, organisation) => Verified::Mailbox,
        Some(true) => Verified::Elsewhere,
        Some(false) | None => Verified::No,
    };
    Some(KnownEmail {
        address: address.to_string(),
        verified,
    })
}

fn proof(google: &Google, claims: &Claims) -> Proof {
    let clean = |name: Option<String>| {
        name.map(|name| name.trim().chars().take(100).collect())
            .filter(|name: &String| !name.is_empty())
    };
    Proof {
        issuer: google.issuer.clone(),
        subject: claims.subject().to_string(),
        email: known_email(google, claims),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn google_answers_for_its_own_mailboxes_and_for_those_of_an_organisation() {
        let another = "https://id.example";
        for (issuer, address, organisation, answers) in [
            (GOOGLE, "ruth@gmail.com", None, true),
            (GOOGLE, "ruth@googlemail.com", None, true),
            (GOOGLE, "ruth@church.example", Some("church.example"), true),
            (GOOGLE, "ruth@church.example", Some("Church.Example"), true),
            (GOOGLE, "ruth@church.example", None, false),
            (GOOGLE, "ruth@yahoo.com", Some("church.example"), false),
            (GOOGLE, "ruth@mail.church.example", Some("church.example"), false),
            (GOOGLE, "ruth@gmail.com.evil.example", None, false),
            (another, "ruth@gmail.com", None, false),
            (another, "ruth@church.example", Some("church.example"), true),
        ] {
            let address = parse_address(address).expect("an address");
            let told = answers_for(issuer, &address, organisation);
            assert_eq!(told, answers, "{issuer} {address} {organisation:?}");
        }
    }
}
