//! Details that regular expressions recognise: addresses, numbers, handles.
//!
//! Invariant: each pattern is linear in the text, and later steps skip the tokens that it claims.

use std::sync::LazyLock;

use regex::Regex;

use super::annotated_text::AnnotatedText;
use super::dictionaries::facts::Facts;
use super::span::{Finding, Kind};

mod accounts;
mod coordinates;
mod numbers;
mod phones;
mod spoken;
mod streets;

pub(super) use numbers::is_date_or_years;
pub(super) use streets::is_plain_street;

/// A regular expression, compiled at its first use. `\d` and `\b` are replaced by their ASCII versions: the Unicode
/// versions force the engine off its fast DFA at the first non-ASCII character.
macro_rules! pattern {
    ($source:expr) => {
        std::sync::LazyLock::new(|| {
            let source = $source.replace(r"\b", r"(?-u:\b)").replace(r"\d", "[0-9]");
            regex::Regex::new(&source).expect("every pattern is compiled by a test")
        })
    };
}
use pattern;

/// Finds all details with a recognisable format.
pub(super) fn find(annotated: &mut AnnotatedText<'_>) -> Vec<Finding> {
    let text = annotated.text;
    let mut claims = Claims {
        annotated,
        list: Vec::new(),
    };
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    emails(&mut claims);
    links(&mut claims);
    handles(&mut claims);
    if has_digit {
        numbers::find(&mut claims);
    } else {
        coordinates::three_words(&mut claims);
    }
    spoken::find(&mut claims);
    streets::find(&mut claims);
    claims.list
}

/// Whether the word is part of a spoken number.
pub(super) fn is_number_word(word: &str) -> bool {
    spoken::digits_in(word) > 0
}

/// The findings so far. Invariant: no token is claimed twice, and none that must stay.
struct Claims<'a, 'b> {
    annotated: &'a mut AnnotatedText<'b>,
    list: Vec<Finding>,
}

impl Claims<'_, '_> {
    /// Claims the bytes unless something in them is claimed already or must stay.
    fn claim(&mut self, start: usize, end: usize, kind: Kind) -> bool {
        let tokens = &self.annotated.tokens.list;
        let first = tokens.partition_point(|token| token.end <= start);
        let after = first + tokens[first..].partition_point(|token| token.start < end);
        if first == after || self.is_claimed(start, end) {
            return false;
        }
        self.annotated.claimed[first..after].fill(true);
        self.list.push(Finding::certain(start, end, kind));
        true
    }

    /// Whether one of the tokens in these bytes is claimed or must stay.
    fn is_claimed(&self, start: usize, end: usize) -> bool {
        let tokens = &self.annotated.tokens.list;
        let first = tokens.partition_point(|token| token.end <= start);
        let after = first + tokens[first..].partition_point(|token| token.start < end);
        (first..after).any(|index| !self.annotated.is_open(index))
    }

    /// Marks the tokens in these bytes as never redacted.
    fn keep(&mut self, start: usize, end: usize) {
        let tokens = &self.annotated.tokens.list;
        let first = tokens.partition_point(|token| token.end <= start);
        let after = first + tokens[first..].partition_point(|token| token.start < end);
        self.annotated.kept[first..after].fill(true);
    }

    /// Up to `length` bytes of lower-case text before `start`.
    fn before(&self, start: usize, length: usize) -> String {
        let from = (start.saturating_sub(length)..=start)
            .find(|&at| self.annotated.text.is_char_boundary(at))
            .unwrap_or(start);
        self.annotated.text[from..start].to_ascii_lowercase()
    }

    /// Claims a range of tokens.
    fn claim_tokens(&mut self, first: usize, last: usize, kind: Kind) -> bool {
        let (start, end) = (
            self.annotated.tokens.list[first].start,
            self.annotated.tokens.list[last].end,
        );
        self.claim(start, end, kind)
    }
}

static EMAIL: LazyLock<Regex> = pattern!(r"(?i)[\p{L}\p{N}_.+%-]*[\p{L}\p{N}_+%-]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+");
/// A cheap filter before the next: [`SPOKEN_EMAIL_HINT`] does not match words without any of these letters.
const MAIL_LETTERS: &str = "mail yahoo outlook icloud proton aol dot";
/// A cheap filter: a text without a match has no obfuscated email address.
static SPOKEN_EMAIL_HINT: LazyLock<Regex> =
    pattern!(r"(?i)gmail|g-mail|yahoo|hotmail|outlook|icloud|proton|\baol\b|ymail|\bmail\b|\bdot\b|[(\[{<]\s*at\b|@");
/// "john dot doe at gmail dot com", "j (at) mail (dot) org", "sam@gmail".
static SPOKEN_EMAIL: LazyLock<Regex> = pattern!(
    r"(?ix)
    \b( [A-Za-z0-9][A-Za-z0-9_.+-]* (?: \s*(?: [(\[{]\s*(?:dot|underscore|dash)\s*[)\]}] | \b(?:dot|punto|underscore|dash|period|hyphen)\b )\s*[A-Za-z0-9_.+-]+ )* )
    (?: (\s*[(\[{<]\s*(?:at|@)\s*[)\]}>]\s*) | \s+at\s+ | (\s*@\s*) )
    ( [A-Za-z0-9-]+ )
    ( (?: \s*(?: [(\[{]\s*dot\s*[)\]}] | \b(?:dot|punto)\b )\s* [A-Za-z]{2,}\b | \s?\.[A-Za-z]{2,}\b )* )"
);
static LINK: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?: https?://[^\s<>\x22]+ | www\.[^\s<>\x22]+
    | [A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.(?:com|org|net|info|io|church|me|app|edu|gov|tv|co|uk|ie|ng|ke|za|gh|ug|ca|au|nz|in|ph|de|fr|es|us|ly|gg|blog|link|site|online)\b(?:/[^\s<>\x22]*)?
    | [A-Za-z0-9-]+(?:\s+dash\s+[A-Za-z0-9-]+)*\s+dot\s+(?:com|org|net|info|church|co\s+dot\s+uk)\b (?:\s+slash\s+[A-Za-z0-9-]+)* )"
);
static AT_HANDLE: LazyLock<Regex> = pattern!(r"@[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?");
static OTHER_HANDLE: LazyLock<Regex> = pattern!(
    r"(?x) (?:^|[\s(,:;\x22'“‘]) (
      /?u/[A-Za-z0-9_-]{3,} | \$[A-Za-z][A-Za-z0-9_-]{2,} | [A-Za-z][\w.]{1,30}\#\d{4}\b
    | [A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*(?:_[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)+_? | [A-Za-z]{3,}[0-9]{2,}[A-Za-z0-9]*\b
    | [A-Za-z]{2,}[0-9]+[A-Za-z]+[0-9]+[A-Za-z0-9]*\b | xX[A-Za-z0-9]+Xx | (?:[A-Z][a-z]+){3,}\b )"
);
static NAMED_HANDLE: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?:insta(?:gram)?|ig|snap(?:chat)?|twitter|tik\s?tok|discord|telegram|kik|skype|facebook|fb|messenger|gamer\s?tag|psn|steam|xbox|reddit|tumblr|youtube|cash\s?app|venmo|paypal|wechat|line\ id|handle|user\s?name|screen\s?name|login)\b
    (?:\s+(?:name|handle|id|account|tag|user|channel))?
    (?: (\s*[:=]\s*) | \s*[-–]\s+ | \s+(?:is|was|as|under|at)\s+ | \s+ )
    [\x22'“‘]? ( [A-Za-z0-9_][A-Za-z0-9_.-]*[A-Za-z0-9_] )"
);

fn emails(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    if text.contains('@') {
        for address in EMAIL.find_iter(text) {
            claims.claim(address.start(), address.end(), Kind::Email);
        }
    }
    let may_be_spoken = text.contains(['@', '(', '[', '{', '<'])
        || MAIL_LETTERS
            .split_whitespace()
            .any(|letters| claims.annotated.has_letters(letters));
    if !may_be_spoken || !SPOKEN_EMAIL_HINT.is_match(text) {
        return;
    }
    let mut at = 0;
    while let Some(parts) = SPOKEN_EMAIL.captures_at(text, at) {
        let (Some(whole), Some(local), Some(domain)) = (parts.get(0), parts.get(1), parts.get(4)) else {
            break;
        };
        // The local part may itself hold the next candidate ("look at john at gmail"), so the search resumes just after
        // it.
        at = local.end();
        let ending = parts.get(5).map_or("", |ending| ending.as_str());
        let domain_word = domain.as_str().to_ascii_lowercase();
        let is_provider = matches!(
            domain_word.as_str(),
            "gmail"
                | "g-mail"
                | "googlemail"
                | "yahoo"
                | "hotmail"
                | "outlook"
                | "icloud"
                | "aol"
                | "proton"
                | "protonmail"
                | "ymail"
                | "live"
                | "msn"
                | "mail"
        );
        let is_marked = parts.get(2).is_some() || parts.get(3).is_some();
        let says_dot =
            ending.to_ascii_lowercase().contains("dot") || local.as_str().to_ascii_lowercase().contains("dot");
        let is_everyday = claims
            .annotated
            .dictionaries
            .facts(&local.as_str().to_ascii_lowercase())
            .tier()
            == 1;
        let is_address = if is_marked {
            is_provider || !ending.is_empty()
        } else {
            (says_dot && (is_provider || ends_like_domain(ending)))
                || (is_provider && domain_word != "live" && domain_word != "mail" || is_provider && !ending.is_empty())
                    && !is_everyday
        };
        if is_address {
            claims.claim(local.start(), whole.end(), Kind::Email);
            at = whole.end();
        }
    }
}

fn ends_like_domain(ending: &str) -> bool {
    let last = ending
        .rsplit(|character: char| !character.is_alphabetic())
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    last.len() == 2
        || matches!(
            last.as_str(),
            "com" | "org" | "net" | "edu" | "gov" | "info" | "church" | "mail" | "biz"
        )
}

fn links(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    let has_joining_dot = text
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'.' && !pair[1].is_ascii_whitespace());
    if !has_joining_dot && !claims.annotated.has_letters("dot") && !text.contains("://") {
        return;
    }
    for link in LINK.find_iter(text) {
        let trimmed = link
            .as_str()
            .trim_end_matches(['.', ',', ')', ';', ':', '!', '?', '\'', '"', '”', '’', ']']);
        claims.claim(link.start(), link.start() + trimmed.len(), Kind::Url);
    }
}

fn handles(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    if text.contains('@') {
        for handle in AT_HANDLE.find_iter(text) {
            claims.claim(handle.start(), handle.end(), Kind::Username);
        }
    }
    let has_sign = text
        .bytes()
        .any(|byte| matches!(byte, b'/' | b'$' | b'#' | b'_' | b'0'..=b'9'));
    let has_capital_inside = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    if has_sign || text.as_bytes().windows(2).any(has_capital_inside) {
        for handle in OTHER_HANDLE.captures_iter(text).filter_map(|parts| parts.get(1)) {
            let stem = handle
                .as_str()
                .trim_end_matches(|character: char| character.is_ascii_digit())
                .to_ascii_lowercase();
            let facts = claims.annotated.dictionaries.facts(&stem);
            if facts.any(Facts::BOOK.union(Facts::KEPT))
                || handle
                    .as_str()
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'_')
            {
                continue;
            }
            // Capitals with digits are a plate or a number, which later patterns handle.
            let is_code = handle
                .as_str()
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
            if !is_code {
                claims.claim(handle.start(), handle.end(), Kind::Username);
            }
        }
    }
    for parts in NAMED_HANDLE.captures_iter(text) {
        let Some(name) = parts.get(2) else { continue };
        let word = name.as_str().to_lowercase();
        let facts = claims.annotated.dictionaries.facts(&word);
        let looks_made =
            name.as_str().bytes().any(|byte| byte.is_ascii_digit() || byte == b'_') || name.as_str().contains('.');
        let is_unknown = facts == Facts::default() && !word.contains(['-', '\'']);
        let is_named = parts.get(1).is_some()
            && !facts.any(Facts::DETERMINER.union(Facts::PRONOUN).union(Facts::KEPT))
            && facts.tier() != 1;
        if looks_made || is_unknown || is_named {
            claims.claim(name.start(), name.end(), Kind::Username);
        }
    }
}
