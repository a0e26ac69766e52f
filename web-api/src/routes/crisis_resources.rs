//! Where to find help at once. Open to everybody, always; it needs nothing but memory.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use shared::content::Contact;
use shared::country::{self, Whereabouts};
use utoipa::{IntoParams, ToSchema};

use crate::app::AppState;
use crate::whereabouts::whereabouts;

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

/// The country to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountryQuery {
    /// Two letters; without it the country is guessed.
    country: Option<String>,
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
    /// The helplines for where somebody is.
    #[must_use]
    pub fn find(state: &AppState, whereabouts: &Whereabouts, category: Option<&'static str>) -> Self {
        let content = &state.ctx.content;
        let country = country::guess(&content.countries, whereabouts, &state.ctx.config.default_country);
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

/// Helplines for a country.
#[utoipa::path(get, operation_id = "readCrisisResources", description = "Where a country lacks one it is null.", path = "/crisis-resources", tag = "help", params(CountryQuery), responses((status = 200, body = CrisisResources)))]
pub async fn read(
    State(state): State<AppState>,
    query: Result<Query<CountryQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Json<CrisisResources> {
    // A question that cannot be read is answered like none: nobody is refused here.
    let picked = query.ok().and_then(|Query(query)| query.country);
    Json(CrisisResources::find(&state, &whereabouts(&headers, picked), None))
}
