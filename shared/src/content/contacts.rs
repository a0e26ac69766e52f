//! Helplines by country, from `content/crisis.toml` and from nowhere else.

use serde::{Deserialize, Serialize};
use time::{Date, Duration, Month};

/// For so long a number counts as looked up.
const LOOKED_UP_FOR: Duration = Duration::days(180);

/// All helplines that may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contacts {
    /// What is said to people elsewhere, and after the helplines of every country.
    pub international: String,
    /// The helplines.
    #[serde(rename = "contact")]
    pub all: Vec<Contact>,
}

/// One helpline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The country, as two letters.
    pub country: String,
    /// What it is for.
    pub kind: ContactKind,
    /// What it is called.
    pub name: String,
    /// The number to call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The number to text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The word to text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
    /// The languages it answers in, where that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Where the number was found.
    #[serde(skip_serializing)]
    #[serde(default)]
    pub source: String,
    /// The day on which it was last looked up.
    pub checked: toml::value::Datetime,
}

/// What a helpline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactKind {
    /// Police, ambulance, fire.
    Emergency,
    /// Somebody to speak with who is thinking of ending their life.
    Suicide,
    /// Somebody to write with.
    Text,
    /// Violence at home.
    DomesticViolence,
}

impl Contacts {
    /// The helpline of a country for a purpose.
    #[must_use]
    pub fn find(&self, country: &str, kind: ContactKind) -> Option<&Contact> {
        self.all
            .iter()
            .find(|contact| contact.country == country && contact.kind == kind)
    }

    /// The helplines whose numbers should be looked up again.
    pub fn outdated(&self, today: Date) -> impl Iterator<Item = &Contact> {
        self.all.iter().filter(move |contact| contact.is_outdated(today))
    }

    /// Whether we know helplines of this country.
    #[must_use]
    pub fn knows(&self, country: &str) -> bool {
        self.all.iter().any(|contact| contact.country == country)
    }
}

impl Contact {
    /// Whether its number should be looked up again.
    fn is_outdated(&self, today: Date) -> bool {
        let looked_up = self.checked.date.and_then(|day| {
            let month = Month::try_from(day.month).ok()?;
            Date::from_calendar_date(day.year.into(), month, day.day).ok()
        });
        looked_up.is_none_or(|day| today - day > LOOKED_UP_FOR)
    }

    /// How to reach it, as it is shown: *988*, *Text HOME to 741741*.
    #[must_use]
    pub fn reach(&self) -> String {
        match (&self.call, &self.text, &self.keyword) {
            (Some(call), _, _) => call.clone(),
            (None, Some(text), Some(keyword)) => format!("Text {keyword} to {text}"),
            (None, Some(text), None) => format!("Text {text}"),
            (None, None, _) => String::new(),
        }
    }

    /// What it is for, in the words of the app (`frontend/src/features/support/words.ts`; a test there compares them).
    #[must_use]
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
