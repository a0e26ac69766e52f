//! Web Push: whether it is set up, and in which browsers the signed-in user is told.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use shared::push::{self, Asked, Device, Wishes};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, LargeBody, NotFound};
use crate::extract::body::Json;
use crate::extract::client_hints::time_zone;
use crate::extract::person::SignedIn;
use crate::session::BrowserSession;
use crate::state::AppState;

/// Web Push for the signed-in user.
#[derive(Serialize, ToSchema)]
pub struct PushAnswer {
    /// Our public key, for `applicationServerKey`: 65 bytes in base64url; null if it is not set up here.
    #[schema(required)]
    key: Option<String>,
    /// The browsers in which the user is told.
    devices: Vec<PushDevice>,
}

/// A browser in which the user is told.
#[derive(Serialize, ToSchema)]
pub struct PushDevice {
    /// Its address at its push service.
    endpoint: String,
    /// Whether it tells that a story was reviewed.
    stories: bool,
    /// Whether it tells that somebody prayed.
    prayers: bool,
    /// Whether it tells of tonight's psalm.
    psalm: bool,
}

impl From<Device> for PushDevice {
    fn from(device: Device) -> Self {
        let Wishes {
            stories,
            prayers,
            psalm,
        } = device.wishes;
        Self {
            endpoint: device.endpoint,
            stories,
            prayers,
            psalm,
        }
    }
}

/// A browser that asks to be told, and what.
#[derive(Deserialize, ToSchema)]
pub struct SubscribePushRequest {
    /// Its address at its push service.
    #[schema(max_length = 2048)]
    endpoint: String,
    /// Whether to tell that a story was reviewed.
    stories: bool,
    /// Whether to tell that somebody prayed, once an evening.
    prayers: bool,
    /// Whether to tell of tonight's psalm, at eight in the evening.
    psalm: bool,
}

/// A browser that is not to be told any more.
#[derive(Deserialize, ToSchema)]
pub struct EndPushRequest {
    /// Its address at its push service.
    #[schema(max_length = 2048)]
    endpoint: String,
}

/// A browser in which the user is told, in the export of the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushDeviceExport {
    /// Its address at its push service.
    endpoint: String,
    stories: bool,
    prayers: bool,
    psalm: bool,
    time_zone: String,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
}

impl From<Device> for PushDeviceExport {
    fn from(device: Device) -> Self {
        Self {
            endpoint: device.endpoint,
            stories: device.wishes.stories,
            prayers: device.wishes.prayers,
            psalm: device.wishes.psalm,
            time_zone: device.time_zone,
            created_at: device.created_at,
            updated_at: device.updated_at,
        }
    }
}

/// Whether Web Push is set up, and the browsers in which the signed-in user is told.
#[utoipa::path(get, operation_id = "readPush", path = "/push", tag = "account", responses((status = 200, body = PushAnswer), Changes))]
pub async fn read(State(state): State<AppState>, SignedIn(user): SignedIn) -> Result<axum::Json<PushAnswer>, ApiError> {
    let devices = push::devices(&state.ctx, user.id).await?;
    Ok(axum::Json(PushAnswer {
        key: state
            .ctx
            .config
            .web_push
            .as_ref()
            .map(shared::config::WebPush::public_key),
        devices: devices.into_iter().map(PushDevice::from).collect(),
    }))
}

/// Tells a browser from now on, or changes what it is told.
///
/// It ends with the session, after ten newer browsers of the same user, or when another user of the browser asks.
///
/// # Errors
/// 404 if Web Push is not set up here; 422 for an address that is not one of a push service that we know.
#[utoipa::path(put, operation_id = "subscribePush", path = "/push", tag = "account", request_body = SubscribePushRequest,
    responses((status = 204, description = "it is told"), Changes, JsonBody, LargeBody, NotFound))]
pub async fn subscribe(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    session: BrowserSession,
    headers: HeaderMap,
    Json(request): Json<SubscribePushRequest>,
) -> Result<StatusCode, ApiError> {
    let token = session.token().ok_or_else(ApiError::sign_in_required)?;
    let asked = Asked {
        endpoint: &request.endpoint,
        wishes: Wishes {
            stories: request.stories,
            prayers: request.prayers,
            psalm: request.psalm,
        },
        time_zone: &time_zone(&headers),
    };
    push::subscribe(&state.ctx, user.id, &token, asked).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells a browser of the signed-in user no more.
///
/// A browser that is not told already stays so.
#[utoipa::path(post, operation_id = "endPush", path = "/push/end", tag = "account", request_body = EndPushRequest,
    responses((status = 204, description = "it is not told"), Changes, JsonBody, LargeBody))]
pub async fn end(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Json(request): Json<EndPushRequest>,
) -> Result<StatusCode, ApiError> {
    push::end(&state.ctx, user.id, &request.endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}
