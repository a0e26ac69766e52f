//! Helplines: every answer in a crisis carries them. They are read from memory only.

use serde::Serialize;
use shared::content::Contact;
use shared::country::{self, ClientHints};
use shared::ctx::Ctx;
use utoipa::ToSchema;

/// Marks a request, and its answer, whose text shows a crisis.
#[derive(Debug, Clone)]
pub struct CrisisHelp {
    /// Where to find help.
    pub resources: CrisisResources,
}

/// Marks a request whose text may show danger, though not clearly.
#[derive(Debug, Clone, Copy)]
pub struct PossibleDanger;

/// Helplines for the visitor's country. Where a country lacks one it is null; `international` always stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrisisResources {
    /// What was seen in the words, such as `suicide_ideation` or `domestic_violence`.
    #[schema(required)]
    pub category: Option<&'static str>,
    /// Somebody to write with.
    #[schema(required)]
    pub crisis_text_line: Option<CrisisContact>,
    /// Somebody to speak with.
    #[schema(required)]
    pub suicide_prevention: Option<CrisisContact>,
    /// Police, ambulance, fire.
    #[schema(required)]
    pub emergency: Option<CrisisContact>,
    /// Violence at home.
    #[schema(required)]
    pub domestic_violence: Option<CrisisContact>,
    /// Everywhere else.
    pub international: International,
}

/// One helpline.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CrisisContact {
    /// What it is called.
    pub name: String,
    /// How to reach it, such as `988` or `Text HOME to 741741`.
    pub contact: String,
    /// What it is for.
    pub description: String,
}

/// What is said to people elsewhere.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct International {
    /// The sentence.
    pub description: String,
}

impl From<&Contact> for CrisisContact {
    fn from(contact: &Contact) -> Self {
        Self {
            name: contact.name.clone(),
            contact: contact.reach(),
            description: contact.description().to_owned(),
        }
    }
}

impl CrisisResources {
    /// The helplines for the caller's country.
    #[must_use]
    pub fn find(ctx: &Ctx, hints: &ClientHints, category: Option<&'static str>) -> Self {
        let content = &ctx.content;
        let country = country::guess(&content.countries, hints, &ctx.config.default_country);
        let found = country::resources(&content.contacts, country, category);
        Self {
            category: found.category,
            crisis_text_line: found.crisis_text_line.map(CrisisContact::from),
            suicide_prevention: found.suicide_prevention.map(CrisisContact::from),
            emergency: found.emergency.map(CrisisContact::from),
            domestic_violence: found.domestic_violence.map(CrisisContact::from),
            international: International {
                description: found.international.to_owned(),
            },
        }
    }
}
