//! Verification of webhook signatures.
//!
//! The library's check also parses the event, and fails for events of another API version. This one parses nothing.
//! The fuzz target `webhook` compiles this file alone, so it must not use other modules of ours.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

/// The most a signature may differ from our clock, against replays.
const MAX_AGE: Duration = Duration::minutes(5);

/// Whether the header `Stripe-Signature` is a recent signature of this body by one of the secrets.
pub fn is_genuine<'a>(
    header: &str,
    body: &[u8],
    secrets: impl IntoIterator<Item = &'a str>,
    now: OffsetDateTime,
) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some(at) = parts().find_map(|(name, value)| (name == "t").then_some(value)) else {
        return false;
    };
    let is_fresh = at
        .parse()
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .is_some_and(|at| (now - at).abs() <= MAX_AGE);
    let signatures: Vec<Vec<u8>> = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, value)| hex::decode(value).ok())
        .collect();
    is_fresh
        && secrets.into_iter().any(|secret| {
            let Ok(mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
                return false;
            };
            let mac = mac.chain_update(at.as_bytes()).chain_update(b".").chain_update(body);
            signatures
                .iter()
                .any(|signature| mac.clone().verify_slice(signature).is_ok())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn signed(secret: &str, at: OffsetDateTime) -> String {
        let seconds = at.unix_timestamp();
        let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .expect("any key will do")
            .chain_update(format!("{seconds}."))
            .chain_update(BODY);
        format!("t={seconds},v1={},v0=ignored", hex::encode(mac.finalize().into_bytes()))
    }

    #[test]
    fn only_a_fresh_signature_of_this_body_by_one_of_the_secrets_is_genuine() {
        let secrets = ["whsec_new", "whsec_old"];
        let good = signed("whsec_old", NOW);
        assert!(is_genuine(&good, BODY, secrets, NOW));
        assert!(is_genuine(&good, BODY, secrets, NOW + Duration::minutes(5)));
        let both = format!("{},{}", signed("whsec_gone", NOW), signed("whsec_new", NOW));
        assert!(
            is_genuine(&both, BODY, secrets, NOW),
            "Stripe signs twice while a secret is rolled"
        );
        for (header, body, now) in [
            (good.as_str(), &b"{}"[..], NOW),
            (good.as_str(), BODY, NOW + Duration::minutes(6)),
            (good.as_str(), BODY, NOW - Duration::minutes(6)),
            (signed("whsec_other", NOW).as_str(), BODY, NOW),
            ("", BODY, NOW),
            ("t=,v1=", BODY, NOW),
            ("t=1,v1=zz", BODY, NOW),
            ("t=99999999999999999999,v1=00", BODY, NOW),
            (good.replace("v1=", "v2=").as_str(), BODY, NOW),
            (&good[..good.len() / 2], BODY, NOW),
        ] {
            assert!(!is_genuine(header, body, secrets, now), "{header}");
        }
        assert!(!is_genuine(&good, BODY, [], NOW));
    }
}
