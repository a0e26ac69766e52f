//! Helplines: every answer in a crisis carries them. They are read from memory only.

use serde::Serialize;
use shared::content::Contact;
use shared::country::{self, ClientHints};
use shared::ctx::Ctx;
use shared::locale::Locale;
use shared::screening::Danger;
use utoipa::ToSchema;

/// Marks a request, and its answer, whose text shows a crisis.
#[derive(Debug, Clone)]
pub struct CrisisHelp {
    /// The danger that was found.
    pub danger: Danger,
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
    /// How to reach it, such as `988` or `Text HOME to 741741`; for readers of Spanish `988, y presiona 2` or
    /// `Envía AYUDA al 741741`.
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

impl CrisisContact {
    fn of(contact: &Contact, locale: Locale) -> Self {
        Self {
            name: contact.name(locale).to_owned(),
            contact: contact.reach(locale),
            description: contact.description(locale).to_owned(),
        }
    }
}

impl CrisisResources {
    /// The helplines for the caller's country, in the caller's language.
    #[must_use]
    pub fn find(ctx: &Ctx, hints: &ClientHints, category: Option<&'static str>) -> Self {
        let content = &ctx.content;
        let country = country::guess(&content.countries, hints, &ctx.config.default_country);
        let found = country::resources(&content.contacts, country, category);
        let locale = Locale::preferred(hints.languages.as_deref());
        let shown = |contact: Option<&Contact>| contact.map(|contact| CrisisContact::of(contact, locale));
        Self {
            category: found.category,
            crisis_text_line: shown(found.crisis_text_line),
            suicide_prevention: shown(found.suicide_prevention),
            emergency: shown(found.emergency),
            domestic_violence: shown(found.domestic_violence),
            international: International {
                description: content.contacts.international(locale).to_owned(),
            },
        }
    }
}
