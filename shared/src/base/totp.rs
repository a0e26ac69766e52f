//! Time-based one-time passwords (RFC 6238: HMAC-SHA-1, 6 digits, steps of 30 s).
//!
//! Invariant: pure. The caller remembers which steps were used.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use time::OffsetDateTime;

const STEP_SECONDS: i64 = 30;
const DIGITS: usize = 6;
const MIN_SECRET_LEN: usize = 10;
/// The longest display name of staff, in characters.
pub const MAX_NAME_LEN: usize = 60;

/// The secret shared with an authenticator app. `Debug` prints `…`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

impl Secret {
    /// Parses a secret in base32, as authenticator apps take it; spaces and lower-case letters are fine.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut base32 = BASE32_NOPAD.specification();
        base32.check_trailing_bits = false;
        base32.ignore.push_str(" \t\r\n=");
        base32.translate.from.push_str("abcdefghijklmnopqrstuvwxyz");
        base32.translate.to.push_str("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        let bytes = base32.encoding().ok()?.decode(text.as_bytes()).ok()?;
        (bytes.len() >= MIN_SECRET_LEN).then_some(Self(bytes))
    }

    /// The time step of a code: the current, the previous or the next one; `None` if the code is wrong.
    pub fn step_of(&self, code: &str, now: OffsetDateTime) -> Option<i64> {
        let is_code = code.len() == DIGITS && code.bytes().all(|digit| digit.is_ascii_digit());
        let code: u32 = is_code.then(|| code.parse().ok())??;
        let current = now.unix_timestamp() / STEP_SECONDS;
        [current, current - 1, current + 1]
            .into_iter()
            .find(|step| self.code_at(*step) == Some(code))
    }

    pub(crate) const fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    fn code_at(&self, step: i64) -> Option<u32> {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).ok()?;
        mac.update(&step.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let offset = usize::from(digest.last()? & 0x0f);
        let word: [u8; 4] = digest.get(offset..offset + 4)?.try_into().ok()?;
        Some((u32::from_be_bytes(word) & 0x7fff_ffff) % 1_000_000)
    }
}

/// The secret of one member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSecret {
    /// Their display name, which the audit trail records.
    pub name: String,
    /// What their authenticator app has.
    pub secret: Secret,
}

impl NamedSecret {
    /// Parses `name:secret,name:secret`; `None` if a part is invalid, or if two share a name or a secret.
    #[must_use]
    pub fn parse_all(text: &str) -> Option<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (name, secret) = part.split_once(':')?;
            let (name, secret) = (name.trim(), Secret::parse(secret)?);
            let is_name =
                !name.is_empty() && name.chars().count() <= MAX_NAME_LEN && !name.chars().any(char::is_control);
            if !is_name || all.iter().any(|other| other.is_called(name) || other.secret == secret) {
                return None;
            }
            all.push(Self {
                name: name.to_owned(),
                secret,
            });
        }
        (!all.is_empty()).then_some(all)
    }

    /// Whether this is their name, whatever its case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.to_lowercase() == name.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).expect("a time")
    }

    #[test]
    fn codes_match_the_test_vectors_of_the_rfc() {
        // "12345678901234567890" in base32, and appendix B of RFC 6238 cut to six digits.
        let secret = Secret::parse("GEZD GNBV gy3tqojq GEZDGNBVGY3TQOJQ").expect("a secret");
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret.step_of(code, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_valid_one_step_early_or_late() {
        let secret = Secret::parse("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").expect("a secret");
        assert_eq!(secret.step_of("287082", at(59 + 30)), Some(1));
        assert_eq!(secret.step_of("287082", at(59 - 30)), Some(1));
        assert_eq!(secret.step_of("287082", at(59 + 60)), None);
        for code in ["", "28708", "2870820", "28708x", "+87082", "２８７０８２"] {
            assert_eq!(secret.step_of(code, at(59)), None, "{code}");
        }
    }

    #[test]
    fn a_secret_is_base32_of_at_least_ten_bytes() {
        for text in ["", "GEZDGNBV", "not base32!", "GEZDGNBVGY3TQOJ1"] {
            assert!(Secret::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn secrets_are_given_by_name_and_each_is_of_one_person() {
        const ONE: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        const OTHER: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
        let both = NamedSecret::parse_all(&format!("Ruth: {ONE}, Naomi B.:{OTHER},")).expect("two");
        let names: Vec<&str> = both.iter().map(|named| named.name.as_str()).collect();
        assert_eq!(names, ["Ruth", "Naomi B."]);
        assert!(both[0].is_called("ruth") && !both[0].is_called("naomi"));
        for wrong in [
            String::new(),
            ONE.to_owned(),
            format!(":{ONE}"),
            format!("Ruth:{}", &ONE[..8]),
            format!("Ruth:{ONE},ruth:{OTHER}"),
            format!("Ruth:{ONE},Naomi:{ONE}"),
            format!("{}:{ONE}", "x".repeat(61)),
        ] {
            assert_eq!(NamedSecret::parse_all(&wrong), None, "{wrong}");
        }
    }
}
