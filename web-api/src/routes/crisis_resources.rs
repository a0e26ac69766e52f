//! Helplines by country, open to everybody and read from memory only.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::crisis_help::CrisisResources;
use crate::extract::client_hints::client_hints;
use crate::state::AppState;

/// The country to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountryQuery {
    /// Two letters; without it the country is guessed.
    country: Option<String>,
}

/// Helplines for a country.
///
/// Where a country lacks one it is null.
#[utoipa::path(get, operation_id = "readCrisisResources", path = "/crisis-resources", tag = "help", params(CountryQuery), responses((status = 200, body = CrisisResources)))]
pub async fn read(
    State(state): State<AppState>,
    query: Result<Query<CountryQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Json<CrisisResources> {
    // An unreadable query counts as an empty one: nobody is refused here.
    let picked = query.ok().and_then(|Query(query)| query.country);
    Json(CrisisResources::find(&state.ctx, &client_hints(&headers, picked), None))
}
