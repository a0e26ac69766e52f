//! Helplines by country, all from `content/crisis.toml`.

use serde::{Deserialize, Serialize};
use time::{Date, Duration, Month};

use crate::locale::Locale;

/// How long a checked number is considered up to date.
const MAX_CHECK_AGE: Duration = Duration::days(180);

/// All helplines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contacts {
    /// The sentence for people in other countries. It also follows the helplines of each country.
    pub international: String,
    /// The same sentence in Spanish.
    pub international_es: String,
    /// The helplines.
    #[serde(rename = "contact")]
    pub all: Vec<Contact>,
}

/// One helpline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The country code.
    pub country: String,
    /// What it is for.
    pub kind: ContactKind,
    /// Its name.
    pub name: String,
    /// The number to call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The number to text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The keyword to text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
    /// The languages it speaks, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// The source of the number.
    #[serde(skip_serializing)]
    #[serde(default)]
    pub source: String,
    /// The day on which the number was last checked.
    pub checked: toml::value::Datetime,
    /// What readers of Spanish see instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub es: Option<InSpanish>,
}

/// What readers of Spanish see of a helpline. What is missing is as in English.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InSpanish {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key to press after calling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<String>,
    /// The keyword to text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
    /// The source of the key and the keyword.
    #[serde(skip_serializing)]
    #[serde(default)]
    pub source: String,
    /// The day on which they were last checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<toml::value::Datetime>,
}

/// What a helpline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactKind {
    /// Police, ambulance, fire.
    Emergency,
    /// Suicide prevention, by phone.
    Suicide,
    /// Crisis help by text message.
    Text,
    /// Violence at home.
    DomesticViolence,
}

impl Contacts {
    /// The helpline of a country for a purpose.
    pub fn find(&self, country: &str, kind: ContactKind) -> Option<&Contact> {
        self.all
            .iter()
            .find(|contact| contact.country == country && contact.kind == kind)
    }

    /// The helplines whose numbers should be checked again.
    pub fn outdated(&self, today: Date) -> impl Iterator<Item = &Contact> {
        self.all.iter().filter(move |contact| contact.is_outdated(today))
    }

    /// Whether we know helplines of this country.
    pub fn knows(&self, country: &str) -> bool {
        self.all.iter().any(|contact| contact.country == country)
    }
}

impl Contact {
    /// Whether its number, or what Spanish adds to it, should be checked again.
    fn is_outdated(&self, today: Date) -> bool {
        let spanish = self.es.as_ref().and_then(|es| es.checked.as_ref());
        [Some(&self.checked), spanish]
            .into_iter()
            .flatten()
            .any(|checked| is_old(checked, today))
    }

    /// What of it lacks a source and a date, if anything does: no number stands without both.
    pub fn unsourced(&self) -> Option<&'static str> {
        if self.source.is_empty() || self.checked.date.is_none() {
            return Some("its source or date");
        }
        let es = self.es.as_ref()?;
        let adds = es.press.is_some() || es.keyword.is_some();
        let is_sourced = !es.source.is_empty() && es.checked.is_some_and(|day| day.date.is_some());
        (adds && !is_sourced).then_some("the source or date of what it says in Spanish")
    }

    /// Its name.
    pub fn name(&self, locale: Locale) -> &str {
        let spanish = self.spanish(locale).and_then(|es| es.name.as_deref());
        spanish.unwrap_or(&self.name)
    }

    /// The key to press after calling, in this language.
    pub fn press(&self, locale: Locale) -> Option<&str> {
        self.spanish(locale)?.press.as_deref()
    }

    /// The keyword to text, in this language.
    pub fn keyword(&self, locale: Locale) -> Option<&str> {
        let spanish = self.spanish(locale).and_then(|es| es.keyword.as_deref());
        spanish.or(self.keyword.as_deref())
    }

    fn spanish(&self, locale: Locale) -> Option<&InSpanish> {
        self.es.as_ref().filter(|_| locale == Locale::Spanish)
    }

    /// How to reach it, for people: *988*, *Text HOME to 741741*.
    pub fn reach(&self, locale: Locale) -> String {
        match (&self.call, self.press(locale)) {
            (Some(call), Some(key)) => return format!("{call}, y presiona {key}"),
            (Some(call), None) => return call.clone(),
            (None, _) => {}
        }
        let Some(text) = &self.text else {
            return String::new();
        };
        match (locale, self.keyword(locale)) {
            (Locale::English, Some(keyword)) => format!("Text {keyword} to {text}"),
            (Locale::English, None) => format!("Text {text}"),
            (Locale::Spanish, Some(keyword)) => format!("Envía {keyword} al {text}"),
            (Locale::Spanish, None) => format!("Escribe al {text}"),
        }
    }

    /// Its purpose, as the frontend words it (`frontend/src/features/support/words.ts` and `words.es.ts`; a test there
    /// compares them).
    pub const fn description(&self, locale: Locale) -> &'static str {
        match (self.kind, locale) {
            (ContactKind::Emergency, Locale::English) => "If a life is in danger right now. Day and night.",
            (ContactKind::Emergency, Locale::Spanish) => "Si una vida está en peligro ahora mismo. De día y de noche.",
            (ContactKind::Suicide, Locale::English) => {
                "Somebody to talk to when it is too much. Confidential, day and night."
            }
            (ContactKind::Suicide, Locale::Spanish) => {
                "Alguien con quien hablar cuando ya no puedes más. Confidencial, de día y de noche."
            }
            (ContactKind::Text, Locale::English) => {
                "If you would rather write than speak. Confidential, day and night."
            }
            (ContactKind::Text, Locale::Spanish) => {
                "Si prefieres escribir antes que hablar. Confidencial, de día y de noche."
            }
            (ContactKind::DomesticViolence, Locale::English) => {
                "If a partner or somebody in your family hurts or frightens you. Day and night."
            }
            (ContactKind::DomesticViolence, Locale::Spanish) => {
                "Si tu pareja o alguien de tu familia te hace daño o te da miedo. De día y de noche."
            }
        }
    }
}

impl Contacts {
    /// The sentence for people in other countries.
    pub fn international(&self, locale: Locale) -> &str {
        match locale {
            Locale::English => &self.international,
            Locale::Spanish => &self.international_es,
        }
    }
}

/// Whether something that was checked on this day should be checked again.
fn is_old(checked: &toml::value::Datetime, today: Date) -> bool {
    let day = checked.date.and_then(|day| {
        let month = Month::try_from(day.month).ok()?;
        Date::from_calendar_date(day.year.into(), month, day.day).ok()
    });
    day.is_none_or(|day| today - day > MAX_CHECK_AGE)
}
