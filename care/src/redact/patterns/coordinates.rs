//! Places on the map: coordinates, Plus Codes and what3words addresses.

use std::sync::LazyLock;

use regex::Regex;

use super::super::span::Kind;
use super::{Claims, pattern};

/// "40.71280, -74.00600", "40.7128° N, 74.0060° W", "geo:40.7128,-74.0060".
static DECIMAL: LazyLock<Regex> = pattern!(
    r"(?ix) (?:\bgeo:)? (?:\b(?:lat(?:itude)?|n|s)[\x20.:=]{1,3})? [-+]?\b(\d{1,2}\.\d{3,})\x20?[°º]?\x20?[NS]?
    \x20?[,;/|\s]\x20{0,2} (?:\b(?:lon(?:g(?:itude)?)?|lng|e|w)[\x20.:=]{1,3})? [-+]?(\d{1,3}\.\d{3,})(?:\x20?[°º]?\x20?[EWO]\b|\x20?[°º])?"
);
/// "40°42'46"N 74°00'22"W", also with decimal minutes.
static DEGREES: LazyLock<Regex> = pattern!(
    r#"(?ix) \b\d{1,2}\x20?[°º]\x20?\d{1,2}(?:\.\d+)?\x20?['’′](?:\x20?\d{1,2}(?:\.\d+)?\x20?(?:["”″]|['’′]{2}))?\x20?[NS]
    [\x20,;/]{1,3} \d{1,3}\x20?[°º]\x20?\d{1,2}(?:\.\d+)?\x20?['’′](?:\x20?\d{1,2}(?:\.\d+)?\x20?(?:["”″]|['’′]{2}))?\x20?[EWO]\b"#
);
/// Open Location Codes: their alphabet has 20 signs, and a plus after the eighth (<https://github.com/google/open-location-code>).
static PLUS_CODE: LazyLock<Regex> = pattern!(
    r"(?i)\b(?:[23456789CFGHJMPQRVWX]{8}|[23456789CFGHJMPQRVWX]{4}|[23456789CFGHJMPQRVWX]{6})\+[23456789CFGHJMPQRVWX]{2,4}\b"
);
static THREE_WORDS: LazyLock<Regex> = pattern!(
    r"(?ix) (?: /{3} | \b(?:what\s?3\s?words|what\s?three\s?words|w3w)\b[^\n]{0,20}?[\s:=/]+ ) (\p{L}{3,}\.\p{L}{3,}\.\p{L}{3,})\b"
);

/// Finds all of them.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    if text.contains('.') {
        for pair in DECIMAL.find_iter(text) {
            claims.claim(pair.start(), pair.end(), Kind::Location);
        }
    }
    if text.contains(['°', 'º']) {
        for pair in DEGREES.find_iter(text) {
            claims.claim(pair.start(), pair.end(), Kind::Location);
        }
    }
    if text.contains('+') {
        for code in PLUS_CODE.find_iter(text) {
            if code.as_str().bytes().any(|byte| byte.is_ascii_digit()) {
                claims.claim(code.start(), code.end(), Kind::Location);
            }
        }
    }
    three_words(claims);
}

/// Finds what3words addresses, which need no digits.
pub(super) fn three_words(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    if !text.contains("///") && !text.contains("3w") && !text.contains("3 w") && !text.contains("hree") {
        return;
    }
    for words in THREE_WORDS.captures_iter(text) {
        if let (Some(whole), Some(words)) = (words.get(0), words.get(1)) {
            let start = if whole.as_str().starts_with("///") {
                whole.start()
            } else {
                words.start()
            };
            claims.claim(start, words.end(), Kind::Location);
        }
    }
}
