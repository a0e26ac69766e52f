//! The country of a caller, guessed from client hints, and the helplines for it.
//!
//! Invariant: pure. A caller in a country without helplines of ours gets none made up; the international sentence helps.

use serde::{Deserialize, Serialize};

use crate::content::{Contact, ContactKind, Contacts};
use crate::locale::Locale;

/// The first parts of the IANA zones that name a place.
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

/// A country with helplines, and its time zones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Country {
    /// The two-letter code.
    pub code: String,
    /// Its name in English.
    pub name: String,
    /// Its name in Spanish.
    pub name_es: String,
    /// IANA zones; `Region/*` matches all zones of a region.
    pub zones: Vec<String>,
}

impl Country {
    /// Its name.
    pub fn name(&self, locale: Locale) -> &str {
        match locale {
            Locale::English => &self.name,
            Locale::Spanish => &self.name_es,
        }
    }
}

/// What the client says about its country.
#[derive(Debug, Clone, Default)]
pub struct ClientHints {
    /// The country that the caller picked.
    pub picked: Option<String>,
    /// The browser's time zone.
    pub time_zone: Option<String>,
    /// The `Accept-Language` header.
    pub languages: Option<String>,
}

/// The helplines of one country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resources<'a> {
    /// The crisis category that screening found, if any.
    pub category: Option<&'static str>,
    /// Crisis help by text message.
    pub crisis_text_line: Option<&'a Contact>,
    /// Suicide prevention, by phone.
    pub suicide_prevention: Option<&'a Contact>,
    /// Police, ambulance, fire.
    pub emergency: Option<&'a Contact>,
    /// Violence at home.
    pub domestic_violence: Option<&'a Contact>,
}

/// The country code: the picked one, else that of the time zone, else the region of the first language, else the
/// default. `None` if the caller is in a country without helplines.
pub fn guess<'a>(countries: &'a [Country], hints: &'a ClientHints, default: &'a str) -> Option<&'a str> {
    let known = |code: &str| {
        countries
            .iter()
            .find(|country| country.code.eq_ignore_ascii_case(code))
            .map(|country| country.code.as_str())
    };
    if let Some(picked) = hints.picked.as_deref() {
        return known(picked);
    }
    match hints.time_zone.as_deref() {
        Some(zone) if names_a_place(zone) => {
            return countries
                .iter()
                .find(|country| country.zones.iter().any(|pattern| matches_zone(pattern, zone)))
                .map(|country| country.code.as_str());
        }
        Some(_) | None => {}
    }
    let region = hints.languages.as_deref().and_then(first_region);
    match region {
        Some(region) => known(region),
        None => known(default),
    }
}

/// The helplines of a country; none without one: then the international sentence stands alone.
pub fn resources<'a>(contacts: &'a Contacts, country: Option<&str>, category: Option<&'static str>) -> Resources<'a> {
    let find = |kind| country.and_then(|code| contacts.find(code, kind));
    Resources {
        category,
        crisis_text_line: find(ContactKind::Text),
        suicide_prevention: find(ContactKind::Suicide),
        emergency: find(ContactKind::Emergency),
        domestic_violence: find(ContactKind::DomesticViolence),
    }
}

/// Whether a zone names a place. `UTC`, `Etc/GMT+5` and invalid zones do not.
fn names_a_place(zone: &str) -> bool {
    zone.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area))
}

fn matches_zone(pattern: &str, zone: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == zone, |prefix| zone.starts_with(prefix))
}

fn first_region(languages: &str) -> Option<&str> {
    let first = languages.split([',', ';']).next()?.trim();
    first.split('-').skip(1).find(|part| part.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn countries() -> Vec<Country> {
        let country = |code: &str, zones: &[&str]| Country {
            code: code.to_owned(),
            name: code.to_owned(),
            name_es: code.to_owned(),
            zones: zones.iter().map(|zone| (*zone).to_owned()).collect(),
        };
        vec![
            country("US", &["America/New_York", "US/*"]),
            country("AU", &["Australia/*"]),
            country("GB", &["Europe/London"]),
        ]
    }

    #[test]
    fn the_country_is_picked_or_guessed_by_zone_then_language_then_default() {
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
            let hints = ClientHints {
                picked: some(picked),
                time_zone: some(zone),
                languages: some(languages),
            };
            assert_eq!(guess(&countries(), &hints, "US"), country, "{hints:?}");
        }
    }
}
