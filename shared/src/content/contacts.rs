//! Helplines by country, all from `content/crisis.toml`.

use serde::{Deserialize, Serialize};
use time::{Date, Duration, Month};

/// How long a checked number is considered up to date.
const MAX_CHECK_AGE: Duration = Duration::days(180);

/// All helplines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contacts {
    /// The sentence for people in other countries. It also follows the helplines of each country.
    pub international: String,
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
    /// Whether its number should be checked again.
    fn is_outdated(&self, today: Date) -> bool {
        let checked = self.checked.date.and_then(|day| {
            let month = Month::try_from(day.month).ok()?;
            Date::from_calendar_date(day.year.into(), month, day.day).ok()
        });
        checked.is_none_or(|day| today - day > MAX_CHECK_AGE)
    }

    /// How to reach it, for people: *988*, *Text HOME to 741741*.
    pub fn reach(&self) -> String {
        match (&self.call, &self.text, &self.keyword) {
            (Some(call), _, _) => call.clone(),
            (None, Some(text), Some(keyword)) => format!("Text {keyword} to {text}"),
            (None, Some(text), None) => format!("Text {text}"),
            (None, None, _) => String::new(),
        }
    }

    /// Its purpose, as the frontend words it (`frontend/src/features/support/words.ts`; a test there compares them).
    pub const fn description(&self) -> &'static str {
        match self.kind {
            ContactKind::Emergency => "If a life is in danger right now. Day and night.",
            ContactKind::Suicide => "Somebody to talk to when it is too much. Confidential, day and night.",
            ContactKind::Text => "If you would rather write than speak. Confidential, day and night.",
            ContactKind::DomesticViolence => {
                "If a partner or somebody in your family hurts or frightens you. Day and night."
            }
        }
    }
}
