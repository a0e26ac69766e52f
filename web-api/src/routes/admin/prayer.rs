//! What the prayer team does: shared prayers, and prayers for published stories.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::prayer::{self, Page, Shared};
use shared::testimony;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Invalid, NotFound, Reads};
use crate::extract::body::{Path, Query};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Which page is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PrayersQuery {
    /// From 1 on; 1 if it is left out.
    page: Option<String>,
}

/// A prayer as the team sees it: nothing tells whose it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedPrayer {
    /// The prayer.
    pub id: Uuid,
    /// Its words.
    pub text: String,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When somebody of the team last prayed for it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub prayed_at: Option<OffsetDateTime>,
}

impl From<Shared> for SharedPrayer {
    fn from(prayer: Shared) -> Self {
        Self {
            id: prayer.id,
            text: prayer.text.reveal().to_owned(),
            created_at: prayer.created_at,
            prayed_at: prayer.prayed_at,
        }
    }
}

/// Twenty of the shared prayers that are not answered yet.
#[derive(Serialize, ToSchema)]
pub struct SharedPrayersAnswer {
    /// What nobody has prayed for first, then what was prayed for longest ago.
    pub prayers: Vec<SharedPrayer>,
    /// How many there are on all pages.
    pub total: i64,
}

/// Opens a page of the shared prayers. Each that is shown leaves a line in the audit trail.
///
/// Each prayer that is shown leaves a line in the audit trail.
///
/// # Errors
/// 401 for everybody but staff, 422 for a page that is no number.
#[utoipa::path(get, operation_id = "listSharedPrayers", path = "/admin/prayers", tag = "staff", params(PrayersQuery),
    responses((status = 200, body = SharedPrayersAnswer), Reads, Invalid))]
pub async fn list(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Query(query): Query<PrayersQuery>,
) -> Result<Json<SharedPrayersAnswer>, ApiError> {
    let page = Page::parse(query.page.as_deref())?;
    let shown = prayer::shared(&state.ctx, &staff, page).await?;
    Ok(Json(SharedPrayersAnswer {
        prayers: shown.prayers.into_iter().map(SharedPrayer::from).collect(),
        total: shown.total,
    }))
}

/// Notes that somebody of the team prayed; its author sees that.
///
/// The author sees that somebody prayed. It may be said again.
///
/// # Errors
/// 401 for everybody but staff; 404 if no such prayer is shared.
#[utoipa::path(post, operation_id = "markPrayed", path = "/admin/prayers/{id}/prayed", tag = "staff", params(("id" = Uuid, Path, description = "the prayer")),
    responses((status = 204, description = "noted"), Changes, NotFound))]
pub async fn prayed(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    prayer::mark_prayed(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells the author of a published story that somebody of the team prayed.
///
/// Once for each name that staff sign in with. The author sees how many people prayed, and not who.
///
/// # Errors
/// 401 for everybody but staff; 404 if no such story is shown to readers.
#[utoipa::path(post, operation_id = "prayForTestimonyAsStaff", path = "/admin/testimonies/{id}/prayed", tag = "staff", params(("id" = Uuid, Path, description = "the story")),
    responses((status = 204, description = "noted"), Changes, NotFound))]
pub async fn prayed_for_testimony(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    testimony::pray_as_staff(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
