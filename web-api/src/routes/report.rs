//! Reports of published testimonies by readers.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use shared::moderation::{self, Reporter};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound};
use crate::extract::body::{Now, Path};
use crate::extract::client_address::CallerNetwork;
use crate::extract::person::Person;
use crate::state::AppState;

/// Reports a published story. Staff look at it next.
///
/// It is not shown until staff have looked if an independent reader reported it, too, or if the words themselves speak for
/// the report; never if staff have kept it before. Reporting it again changes nothing.
///
/// # Errors
/// 401 where guests have no access; 403 for people who are blocked; 404 if no such story is published; 429 for too many
/// in a day.
#[utoipa::path(post, operation_id = "reportTestimony", path = "/testimonies/{id}/report", tag = "stories", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 204, description = "reported"), Changes, NotFound))]
pub async fn report(
    State(state): State<AppState>,
    person: Person,
    CallerNetwork(network): CallerNetwork,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> Result<(StatusCode, CookieJar), ApiError> {
    let reporter = Reporter {
        owner: person.owner(),
        network,
        browser: person.caller.address.map(|address| address.browser),
    };
    moderation::report(&state.ctx, reporter, id, now).await?;
    Ok((StatusCode::NO_CONTENT, person.cookies))
}
