//! The proof that a message is ours (RFC 8292, VAPID): a token for one push service, signed with the operator's key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::Signature;
use p256::ecdsa::signature::Signer as _;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use crate::config::WebPush;

/// How long a token is valid; push services accept up to a day.
const LIFETIME: Duration = Duration::hours(12);

/// The `Authorization` header for a push service, by its origin.
pub(super) fn authorization(push: &WebPush, origin: &str, now: OffsetDateTime) -> String {
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = encode(&json!({ "typ": "JWT", "alg": "ES256" }));
    let claims = encode(&json!({ "aud": origin, "exp": (now + LIFETIME).unix_timestamp(), "sub": push.subject }));
    let signed = format!("{header}.{claims}");
    let signature: Signature = push.key.sign(signed.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
    format!("vapid t={signed}.{signature}, k={}", push.public_key())
}
