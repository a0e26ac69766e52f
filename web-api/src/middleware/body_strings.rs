//! Extracts the strings of a body for crisis screening.
//!
//! Invariant: no text is missed because a body is broken, repeats a field, or has text in an unexpected place. A body
//! costs bounded time, whatever its size: one budget of characters is shared fairly among its strings.

use std::borrow::Cow;
use std::sync::LazyLock;

use percent_encoding::percent_decode;
use regex::{Captures, Regex};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use shared::ctx::Ctx;
use shared::screening::SCREENED_CHARACTERS;
use uuid::Uuid;

/// The texts to screen: the strings of a body, or the body itself if it is no JSON.
pub fn portions_of(ctx: &Ctx, body: &[u8]) -> Vec<String> {
    let mut strings = strings(body);
    // The id of a topic is no text of the caller's.
    strings.retain(|string| ctx.content.english.topic(string).is_none());
    portions(within_budget(strings))
}

/// The texts to screen in the body of a form, or in the query of a search.
pub fn portions_of_form(ctx: &Ctx, body: &[u8]) -> Vec<String> {
    let fields = form_fields(body).into_iter();
    // A name that no form of ours has may be a text as well: a body of another kind has no names.
    let texts = fields.flat_map(|(name, value)| [name, value]);
    let is_text = |text: &String| {
        let is_id = ctx.content.english.topic(text).is_some() || Uuid::try_parse(text).is_ok();
        !text.trim().is_empty() && !FORM_FIELDS.contains(&text.as_str()) && !is_id
    };
    portions(within_budget(texts.filter(is_text).collect()))
}

/// The names of the fields of the plain form and of the search.
const FORM_FIELDS: [&str; 5] = ["struggle", "topicId", "lang", "q", "book"];

/// The fields of a form (`application/x-www-form-urlencoded`, URL Standard, 5.1), whatever the bytes are.
pub fn form_fields(body: &[u8]) -> Vec<(String, String)> {
    let decoded = |part: &[u8]| {
        let spaced: Vec<u8> = part
            .iter()
            .map(|&byte| if byte == b'+' { b' ' } else { byte })
            .collect();
        percent_decode(&spaced).decode_utf8_lossy().into_owned()
    };
    body.split(|&byte| byte == b'&')
        .filter(|field| !field.is_empty())
        .map(|field| {
            let mut parts = field.splitn(2, |&byte| byte == b'=');
            let mut next = || parts.next().map(decoded).unwrap_or_default();
            (next(), next())
        })
        .collect()
}

/// The number of characters that are screened of one body: twice what the largest form accepts.
const BODY_BUDGET: usize = 2 * SCREENED_CHARACTERS;

/// A string is cut to fewer characters only when the budget is used up.
const MIN_SHARE: usize = 500;

/// Shortens the longest strings of a body that exceeds the budget. Each keeps its beginning and its end.
fn within_budget(mut strings: Vec<String>) -> Vec<String> {
    let lengths: Vec<usize> = strings.iter().map(|string| string.chars().count()).collect();
    if lengths.iter().sum::<usize>() <= BODY_BUDGET {
        return strings;
    }
    let share = fair_share(&lengths).max(MIN_SHARE);
    let mut left = BODY_BUDGET;
    for (string, length) in strings.iter_mut().zip(lengths) {
        let kept = length.min(share).min(left);
        left -= kept;
        if kept == 0 {
            string.clear();
        } else if kept < length {
            *string = ends_of(string, kept, length);
        }
    }
    strings.retain(|string| !string.is_empty());
    strings
}

/// The largest length such that strings cut to it fit the budget together.
fn fair_share(lengths: &[usize]) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut left = BODY_BUDGET;
    for (index, length) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if *length > share {
            return share;
        }
        left -= length;
    }
    left
}

/// The first and the last characters of a string, `kept` of `length` together, on lines of their own.
fn ends_of(string: &str, kept: usize, length: usize) -> String {
    let (head, tail) = (offset(string, kept.div_ceil(2)), offset(string, length - kept / 2));
    [&string[..head], &string[tail..]].join("\n\n")
}

/// Where the character of this index begins.
fn offset(string: &str, index: usize) -> usize {
    string.char_indices().nth(index).map_or(string.len(), |(at, _)| at)
}

fn strings(body: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = Strings(&mut found).deserialize(&mut json).and_then(|()| json.end());
    if read.is_err() {
        found = vec![without_escapes(&String::from_utf8_lossy(body))];
    }
    found.retain(|string| !string.trim().is_empty());
    found.into_iter().map(without_percents).collect()
}

/// Joins strings up to the length that the screener reads, so that a long string hides no other. A longer one is read
/// from its beginning and from its end.
fn portions(strings: Vec<String>) -> Vec<String> {
    let mut portions: Vec<String> = Vec::new();
    let mut room = 0;
    for string in strings.into_iter().flat_map(both_ends) {
        let length = string.chars().count() + 2;
        match portions.last_mut() {
            Some(portion) if length <= room => {
                portion.push_str("\n\n");
                portion.push_str(&string);
                room -= length;
            }
            Some(_) | None => {
                room = SCREENED_CHARACTERS.saturating_sub(length);
                portions.push(string);
            }
        }
    }
    portions
}

/// A string that is longer than the screener reads, as its beginning and its end.
fn both_ends(string: String) -> Vec<String> {
    let length = string.chars().count();
    if length <= SCREENED_CHARACTERS {
        return vec![string];
    }
    let head = offset(&string, SCREENED_CHARACTERS);
    let tail = offset(&string, length - SCREENED_CHARACTERS);
    vec![string[..head].to_owned(), string[tail..].to_owned()]
}

/// Replaces the escapes of broken JSON and of a form by what they stand for, so that they hide no word.
fn without_escapes(text: &str) -> String {
    let spaced = ["\\n", "\\r", "\\t", "\\\"", "+"]
        .iter()
        .fold(text.to_owned(), |text, escape| text.replace(escape, " "));
    without_percents(without_unicode_escapes(&spaced))
}

/// Replaces `\u0041` and the like by the character (RFC 8259, 7), pairs of surrogates included.
fn without_unicode_escapes(text: &str) -> String {
    static ESCAPES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?:\\u[0-9A-Fa-f]{4})+").expect("a constant pattern"));
    let replaced = ESCAPES.replace_all(text, |run: &Captures| {
        let units = run[0].split("\\u").filter_map(|hex| u16::from_str_radix(hex, 16).ok());
        char::decode_utf16(units)
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect::<String>()
    });
    replaced.into_owned()
}

/// Replaces `%41` and the like by the character (RFC 3986, 2.1). A text without any stays as it is.
fn without_percents(text: String) -> String {
    match percent_decode(text.as_bytes()).decode_utf8_lossy() {
        Cow::Owned(decoded) => decoded,
        Cow::Borrowed(_) => text,
    }
}

/// Whether a key of JSON may be what somebody confides: no name of a field has spaces or is that long.
fn is_text(key: &str) -> bool {
    key.chars().count() > 24 || !key.chars().all(|character| character.is_ascii_alphanumeric())
}

/// Collects every string. A map of values would keep only the last of a repeated field.
struct Strings<'a>(&'a mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Strings<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strings<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("anything")
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.push(text.to_owned());
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        while values.next_element_seed(Strings(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(key) = fields.next_key::<String>()? {
            if is_text(&key) {
                self.0.push(key);
            }
            fields.next_value_seed(Strings(self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_is_found_wherever_it_stands() {
        for (body, expected) in [
            (r#"{"struggle":"one","struggle":"two"}"#, &["one", "two"][..]),
            (
                r#"{"a":{"b":[1,-2,0.5,null,true,["deep"]]},"c":"flat"}"#,
                &["deep", "flat"],
            ),
            (r#""alone""#, &["alone"]),
            ("{}", &[]),
            (r#"{"struggle":" \n","topicId":""}"#, &[]),
            ("", &[]),
            (r#"{"struggle":"cut of\nhere"#, &[r#"{"struggle":"cut of here"#]),
            (r#"{"a":"one"} and more"#, &[r#"{"a":"one"} and more"#]),
            ("struggle=a+b%20c", &["struggle=a b c"]),
            (
                r#"{"struggle":"a%20b%C3%A9, 50% of it, 100%"}"#,
                &["a bé, 50% of it, 100%"],
            ),
            (
                r#"{"struggle":"\u0061\u0062\u20ac\ud83d\udca7\ud83d"#,
                &["{\"struggle\":\"ab€💧\u{fffd}"],
            ),
            (
                r#"{"I confide it here":{"topicId":1,"whatHappened":"told"},"I_too":[]}"#,
                &["I confide it here", "told", "I_too"],
            ),
        ] {
            assert_eq!(strings(body.as_bytes()), expected, "{body}");
        }
        assert_eq!(
            strings(b"{\"struggle\":\"not \xff UTF-8\"}"),
            ["{\"struggle\":\"not \u{fffd} UTF-8\"}"]
        );
    }

    #[test]
    fn a_form_is_decoded_and_a_body_of_another_kind_is_read_as_text() {
        let of = |body: &str| form_fields(body.as_bytes());
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            of("struggle=I+can%27t+go+on%0D%0A%C3%A9&topicId=&lang=es"),
            [
                field("struggle", "I can't go on\r\n\u{e9}"),
                field("topicId", ""),
                field("lang", "es")
            ]
        );
        assert_eq!(of("a=b=c&&d"), [field("a", "b=c"), field("d", "")]);
        assert_eq!(of("struggle=%FF%zz"), [field("struggle", "\u{fffd}%zz")]);
        assert_eq!(
            of("{\"struggle\": \"no form\"}"),
            [field("{\"struggle\": \"no form\"}", "")]
        );
        assert!(of("").is_empty());
    }

    #[test]
    fn a_body_over_the_budget_keeps_short_strings_and_both_ends_of_long_ones() {
        let long = format!("begin {} end", "a".repeat(60_000));
        let read = within_budget(vec![long, "short".to_owned(), "b".repeat(60_000)]);
        let total: usize = read.iter().map(|string| string.chars().count()).sum();
        assert!((BODY_BUDGET - 1..=BODY_BUDGET + 4).contains(&total), "{total}");
        assert!(read[0].starts_with("begin ") && read[0].ends_with(" end"));
        assert_eq!(read[1], "short");
        let many = within_budget(vec!["ä".repeat(10); 20_000]);
        assert_eq!(
            many.iter().map(|string| string.chars().count()).sum::<usize>(),
            BODY_BUDGET
        );
        let small = vec!["one".to_owned(), "two".to_owned()];
        assert_eq!(within_budget(small.clone()), small);
    }

    #[test]
    fn a_long_string_hides_no_other() {
        let long = "a".repeat(SCREENED_CHARACTERS);
        let of = |strings: &[&str]| portions(strings.iter().map(|&string| string.to_owned()).collect());
        assert_eq!(of(&["one", "two"]), ["one\n\ntwo"]);
        assert_eq!(of(&["one", &long, "two", "three"]), ["one", &long, "two\n\nthree"]);
        let longer = format!("begin {long} end");
        let ends = of(&[&longer]);
        assert_eq!(ends.len(), 2);
        assert!(ends[0].starts_with("begin ") && ends[1].ends_with(" end"));
        assert_eq!(of(&[]), [""; 0]);
    }
}
