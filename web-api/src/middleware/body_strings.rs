//! Extracts the strings of a body for crisis screening.
//!
//! Invariant: no text is missed because a body is broken, repeats a field, or has text in an unexpected place. A body
//! costs bounded time, whatever its size: one budget of characters is shared fairly among its strings.

use std::borrow::Cow;
use std::sync::LazyLock;

use percent_encoding::percent_decode;
use regex::{Captures, Regex};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use shared::content::{Content, Reference, Translation};
use shared::locale::Locale;
use shared::screening::SCREENED_CHARACTERS;
use uuid::Uuid;

/// The texts to screen: the strings of a body, or the body itself if it is no JSON.
pub fn portions_of(content: &Content, body: &[u8]) -> Vec<String> {
    let found = strings(body).into_iter();
    let texts = found.filter(|found| !(found.names_ours && is_ours(content, &found.text)));
    portions(without_repeated(within_budget(texts.map(|found| found.text).collect())))
}

/// The texts to screen in the body of a form, or in the query of a search.
pub fn portions_of_form(content: &Content, body: &[u8]) -> Vec<String> {
    let is_text = |text: &String| !text.trim().is_empty() && !FORM_FIELDS.contains(&text.as_str());
    let texts = form_fields(body).into_iter().flat_map(|(name, value)| {
        let value = Some(value).filter(|value| !(NAMES_OURS.contains(&name.as_str()) && is_ours(content, value)));
        // A name that no form of ours has may be a text as well: a body of another kind has no names.
        [Some(name), value]
    });
    portions(within_budget(texts.flatten().filter(is_text).collect()))
}

/// The names of the fields of the plain form and of the search.
const FORM_FIELDS: [&str; 5] = ["struggle", "topicId", "lang", "q", "book"];

/// The fields that name something of ours, in bodies and forms.
const NAMES_OURS: [&str; 7] = [
    "topicId",
    "language",
    "shown",
    "shownLetters",
    "translation",
    "lang",
    "book",
];

/// Whether a value of such a field is what the app sends there, and so no text of the caller's: beside a struggle it
/// would be read as part of it. Anything else in these fields is screened.
fn is_ours(content: &Content, value: &str) -> bool {
    let letters = Locale::ALL.map(|locale| content.letters(locale));
    let is_shown_so = |read: Reference| {
        let mut locales = Locale::ALL.into_iter();
        locales.any(|locale| read.in_language(locale).to_string() == value)
    };
    Locale::ALL.iter().any(|locale| locale.tag() == value)
        || letters
            .iter()
            .any(|letters| letters.topic(value).is_some() || letters.situation(value).is_some())
        || Translation::default().id() == value
        || Translation::OTHERS.iter().any(|translation| translation.id() == value)
        || value.parse().is_ok_and(is_shown_so)
        || Uuid::try_parse(value).is_ok()
}

/// The most texts that are looked for in each other: more than any form of ours has.
const MAX_COMPARED: usize = 64;

/// Leaves out texts that stand in another, such as the words of a story that are to be hidden: they would be read twice.
fn without_repeated(texts: Vec<String>) -> Vec<String> {
    if texts.len() > MAX_COMPARED {
        return texts;
    }
    let is_repeated = |at: usize| {
        let mut others = texts.iter().enumerate().filter(|&(index, _)| index != at);
        others.any(|(index, other)| other.contains(&texts[at]) && (other.len() > texts[at].len() || index < at))
    };
    let kept = (0..texts.len()).filter(|&at| !is_repeated(at));
    kept.map(|at| texts[at].clone()).collect()
}

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

/// A string of a body.
struct Found {
    text: String,
    /// Whether it is the value of a field that names something of ours, or stands in its list.
    names_ours: bool,
}

fn strings(body: &[u8]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut json = serde_json::Deserializer::from_slice(body);
    let every = Strings {
        found: &mut found,
        names_ours: false,
    };
    let read = every.deserialize(&mut json).and_then(|()| json.end());
    if read.is_err() {
        found = vec![Found {
            text: without_escapes(&String::from_utf8_lossy(body)),
            names_ours: false,
        }];
    }
    found.retain(|found| !found.text.trim().is_empty());
    for found in &mut found {
        found.text = without_percents(std::mem::take(&mut found.text));
    }
    found
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
struct Strings<'a> {
    found: &'a mut Vec<Found>,
    names_ours: bool,
}

impl Strings<'_> {
    fn push(&mut self, text: String, names_ours: bool) {
        self.found.push(Found { text, names_ours });
    }

    /// Collects into the same list, from the value of a field.
    const fn of_value(&mut self, names_ours: bool) -> Strings<'_> {
        Strings {
            found: self.found,
            names_ours,
        }
    }
}

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

    fn visit_str<E>(mut self, text: &str) -> Result<(), E> {
        self.push(text.to_owned(), self.names_ours);
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

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<(), A::Error> {
        let names_ours = self.names_ours;
        while values.next_element_seed(self.of_value(names_ours))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        while let Some(key) = fields.next_key::<String>()? {
            let names_ours = NAMES_OURS.contains(&key.as_str());
            if is_text(&key) {
                self.push(key, false);
            }
            fields.next_value_seed(self.of_value(names_ours))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
