//! Extracts the strings of a body for crisis screening.
//!
//! Invariant: no text is missed because a body is broken, repeats a field, or has text in an unexpected place.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use shared::ctx::Ctx;
use shared::screening::{Danger, SCREENED_CHARACTERS};

/// The worst danger in any string of a body, or in the body itself if it is no JSON. A body without text has none.
pub fn screen(ctx: &Ctx, body: &[u8]) -> Danger {
    let mut strings = strings(body);
    // The id of a topic is no text of the caller's.
    strings.retain(|string| ctx.content.topic(string).is_none());
    let portions = portions(strings);
    Danger::worst(portions.iter().map(|portion| ctx.care.screen(portion)))
}

fn strings(body: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = Strings(&mut found).deserialize(&mut json).and_then(|()| json.end());
    if read.is_err() {
        found = vec![without_escapes(&String::from_utf8_lossy(body))];
    }
    found.retain(|string| !string.trim().is_empty());
    found
}

/// Joins strings up to the length that the screener reads, so that a long string hides no other.
fn portions(strings: Vec<String>) -> Vec<String> {
    let mut portions: Vec<String> = Vec::new();
    let mut room = 0;
    for string in strings {
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

/// Replaces escapes of broken JSON and the `+` and `%20` of a form by spaces, so that they hide no word.
fn without_escapes(text: &str) -> String {
    ["\\n", "\\r", "\\t", "\\\"", "+", "%20"]
        .iter()
        .fold(text.to_owned(), |text, escape| text.replace(escape, " "))
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
        while fields.next_key::<IgnoredAny>()?.is_some() {
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
        ] {
            assert_eq!(strings(body.as_bytes()), expected, "{body}");
        }
        assert_eq!(
            strings(b"{\"struggle\":\"not \xff UTF-8\"}"),
            ["{\"struggle\":\"not \u{fffd} UTF-8\"}"]
        );
    }

    #[test]
    fn a_long_string_hides_no_other() {
        let long = "a".repeat(SCREENED_CHARACTERS);
        let of = |strings: &[&str]| portions(strings.iter().map(|&string| string.to_owned()).collect());
        assert_eq!(of(&["one", "two"]), ["one\n\ntwo"]);
        assert_eq!(of(&["one", &long, "two", "three"]), ["one", &long, "two\n\nthree"]);
        assert_eq!(of(&[]), [""; 0]);
    }
}
