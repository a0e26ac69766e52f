//! Email addresses: one spelling for each mailbox.
//!
//! Invariant: an address is parsed here before it is stored, compared or mailed. Folding changes only ASCII letters;
//! what Unicode would fold further is refused, so that no two spellings of one row lead to two mailboxes.

use std::net::IpAddr;

use lettre::Address;
use unicode_normalization::UnicodeNormalization as _;

/// The longest address, in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_LEN: usize = 254;

/// The text is no address that we can mail to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no address")]
pub struct NoAddress;

/// Parses an address and folds it to the spelling that we keep, in lower case.
///
/// Refused are quoted local parts and literal addresses (RFC 5321, 4.1.2 and 4.1.3), which few servers accept; domains
/// without a dot; invisible characters; and every letter that case folding or compatibility (NFKC) changes beyond ASCII.
/// `ric` + KELVIN SIGN + `@` is not `rick@`.
///
/// # Errors
/// `NoAddress` if the text is none.
pub fn parse_address(text: &str) -> Result<Address, NoAddress> {
    let text = text.trim_matches(|character: char| character.is_whitespace() || is_invisible(character));
    let folded = text.to_ascii_lowercase();
    let is_stable = folded.nfkc().flat_map(char::to_lowercase).eq(folded.chars());
    let is_plain = !text.starts_with('"') && !folded.chars().any(is_invisible);
    if !is_stable || !is_plain || folded.len() > MAX_LEN {
        return Err(NoAddress);
    }
    let address: Address = folded.parse().map_err(|_| NoAddress)?;
    let domain = address.domain();
    let is_name = domain.contains('.') && !domain.starts_with('[') && domain.parse::<IpAddr>().is_err();
    is_name.then_some(address).ok_or(NoAddress)
}

/// Characters that are not seen: controls, and those that are ignored by default.
/// Source: `Default_Ignorable_Code_Point` in `DerivedCoreProperties.txt`, Unicode 16.0.
const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_folded_to_lower_case_ascii() {
        for (text, folded) in [
            ("Somebody@Example.ORG", "somebody@example.org"),
            ("  a.b+c@mail.example.org\n", "a.b+c@mail.example.org"),
            ("\u{202a}name@example.org\u{202c}", "name@example.org"),
            ("\u{feff}o'brien@example.co.uk", "o'brien@example.co.uk"),
            ("jörg@müller.example", "jörg@müller.example"),
            ("x@xn--mller-kva.example", "x@xn--mller-kva.example"),
        ] {
            let parsed = parse_address(text).map(|address| address.to_string());
            assert_eq!(parsed.as_deref(), Ok(folded), "{text:?}");
        }
    }

    #[test]
    fn what_unicode_folds_beyond_ascii_is_refused() {
        for text in [
            "ric\u{212a}@example.org",
            "ſam@example.org",
            "JÖRG@example.org",
            "İsa@example.org",
            "a@ｅxample.org",
            "name＠example.org",
            "ﬁn@example.org",
            "a@e\u{301}xample.org",
            "rick\u{200d}@example.org",
            "a\u{ad}b@example.org",
        ] {
            assert_eq!(parse_address(text), Err(NoAddress), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_mailbox_on_the_internet_is_refused() {
        for text in [
            "",
            "nobody",
            "a@b@c.org",
            "\"a b\"@example.org",
            "\"ab\"@example.org",
            "a@[192.0.2.1]",
            "a@[IPv6:2001:db8::1]",
            "a@192.0.2.1",
            "root@localhost",
            "a b@example.org",
            "a@example.org\r\nBcc: b@example.org",
            "Name <a@example.org>",
        ] {
            assert_eq!(parse_address(text), Err(NoAddress), "{text:?}");
        }
        assert_eq!(
            parse_address(&format!("{}@{}.org", "a".repeat(64), "b".repeat(190))),
            Err(NoAddress)
        );
    }
}
