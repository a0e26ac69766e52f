//! Readers pray for published stories.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use shared::testimony::{self, Reader};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound};
use crate::extract::body::{Now, Path};
use crate::extract::person::Person;
use crate::state::AppState;

/// Tells the author of a published story that a reader prayed.
///
/// Once for each reader; saying it again changes nothing. The author sees how many people prayed, and nobody sees who.
///
/// # Errors
/// 401 where guests have no access; 403 for people who are blocked; 404 if no such story of somebody else is shown; 429
/// for too many in a day.
#[utoipa::path(post, operation_id = "prayForTestimony", path = "/testimonies/{id}/prayed", tag = "stories", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 204, description = "noted"), Changes, NotFound))]
pub async fn pray(
    State(state): State<AppState>,
    person: Person,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> Result<(StatusCode, CookieJar), ApiError> {
    let reader = Reader {
        owner: person.owner(),
        browser: person.caller.address.map(|address| address.browser),
    };
    testimony::pray(&state.ctx, reader, id, now).await?;
    Ok((StatusCode::NO_CONTENT, person.cookies))
}
