//! Which helplines to show: the visitor's country, guessed from what the browser says, and the resources for it.
//!
//! Invariant: pure. Nobody is ever left without a way to reach somebody: the international sentence always stands.

use serde::{Deserialize, Serialize};

use crate::content::{Contact, ContactKind, Contacts};

/// Whose helplines are shown when nothing tells the country, unless the operator says otherwise; the frontend's document
/// says it too.
pub const DEFAULT_COUNTRY: &str = "US";

/// The first parts of the IANA zones that tell of a place.
const AREAS: [&str; 16] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Brazil",
    "Canada",
    "Chile",
    "Europe",
    "Indian",
    "Mexico",
    "Mideast",
    "Pacific",
    "US",
];

/// A country with helplines, and the time zones that tell of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Country {
    /// Two letters.
    pub code: String,
    /// Its name in English.
    pub name: String,
    /// IANA zones; `Region/*` stands for all below.
    pub zones: Vec<String>,
}

/// What the browser tells about where somebody is.
#[derive(Debug, Clone, Default)]
pub struct Whereabouts {
    /// The country the visitor picked.
    pub picked: Option<String>,
    /// The browser's time zone.
    pub time_zone: Option<String>,
    /// The `Accept-Language` header.
    pub languages: Option<String>,
}

/// The helplines of one country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resources<'a> {
    /// What was seen in the words, if anything was.
    pub category: Option<&'static str>,
    /// Somebody to write with.
    pub crisis_text_line: Option<&'a Contact>,
    /// Somebody to speak with.
    pub suicide_prevention: Option<&'a Contact>,
    /// Police, ambulance, fire.
    pub emergency: Option<&'a Contact>,
    /// Violence at home.
    pub domestic_violence: Option<&'a Contact>,
    /// What is said to people elsewhere.
    pub international: &'a str,
}

/// The country code: what was picked, else what the time zone tells, else the first language region, else the default.
/// A zone of no listed country means elsewhere, and elsewhere has the international sentence alone.
#[must_use]
pub fn guess<'a>(countries: &'a [Country], whereabouts: &'a Whereabouts, default: &'a str) -> Option<&'a str> {
    let known = |code: &str| {
        countries
            .iter()
            .find(|country| country.code.eq_ignore_ascii_case(code))
            .map(|country| country.code.as_str())
    };
    if let Some(picked) = whereabouts.picked.as_deref() {
        return known(picked);
    }
    match whereabouts.time_zone.as_deref() {
        Some(zone) if tells_a_place(zone) => {
            return countries
                .iter()
                .find(|country| country.zones.iter().any(|known| covers(known, zone)))
                .map(|country| country.code.as_str());
        }
        Some(_) | None => {}
    }
    let region = whereabouts.languages.as_deref().and_then(first_region);
    match region {
        Some(region) => known(region),
        None => known(default),
    }
}

/// The helplines of a country, or the international sentence alone.
#[must_use]
pub fn resources<'a>(contacts: &'a Contacts, country: Option<&str>, category: Option<&'static str>) -> Resources<'a> {
    let find = |kind| country.and_then(|code| contacts.find(code, kind));
    Resources {
        category,
        crisis_text_line: find(ContactKind::Text),
        suicide_prevention: find(ContactKind::Suicide),
        emergency: find(ContactKind::Emergency),
        domestic_violence: find(ContactKind::DomesticViolence),
        international: &contacts.international,
    }
}

/// Whether a zone says where somebody is. `UTC`, `Etc/GMT+5` and what is no zone at all say nothing.
fn tells_a_place(zone: &str) -> bool {
    zone.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area))
}

fn covers(known: &str, zone: &str) -> bool {
    known
        .strip_suffix('*')
        .map_or(known == zone, |prefix| zone.starts_with(prefix))
}

fn first_region(languages: &str) -> Option<&str> {
    let first = languages.split([',', ';']).next()?.trim();
    first.split('-').skip(1).find(|part| part.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn countries() -> Vec<Country> {
        let of = |code: &str, zones: &[&str]| Country {
            code: code.to_owned(),
            name: code.to_owned(),
            zones: zones.iter().map(|zone| (*zone).to_owned()).collect(),
        };
        vec![
            of("US", &["America/New_York", "US/*"]),
            of("AU", &["Australia/*"]),
            of("GB", &["Europe/London"]),
        ]
    }

    #[test]
    fn the_country_is_what_was_picked_else_the_zone_else_the_language_else_the_default() {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        for (picked, zone, languages, country) in [
            ("GB", "America/New_York", "en-AU", Some("GB")),
            ("gb", "", "", Some("GB")),
            ("FR", "Europe/London", "", None),
            ("", "Australia/Lord_Howe", "en-US", Some("AU")),
            ("", "US/Eastern", "", Some("US")),
            ("", "Asia/Manila", "en-US", None),
            ("", "UTC", "en-GB,en;q=0.9", Some("GB")),
            ("", "Etc/UTC", "de-DE", None),
            ("", "nonsense", "en", Some("US")),
            ("", "Mars/Olympus", "en-GB", Some("GB")),
            ("", "", "", Some("US")),
        ] {
            let whereabouts = Whereabouts {
                picked: some(picked),
                time_zone: some(zone),
                languages: some(languages),
            };
            assert_eq!(guess(&countries(), &whereabouts, "US"), country, "{whereabouts:?}");
        }
    }
}
