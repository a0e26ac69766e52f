//! Extractors for body, path, query and headers that refuse with `ApiError`.

use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::ApiError;

const WRONG_SHAPE: ApiError = ApiError::new(
    StatusCode::UNPROCESSABLE_ENTITY,
    "INVALID_FIELDS",
    "Please check what you entered.",
);

/// A JSON body: 400 if it is no JSON, 422 if it has the wrong shape.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(JsonRejection::JsonDataError(_)) => Err(WRONG_SHAPE),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "NOT_JSON",
                "This call takes JSON.",
            )),
            Err(refused) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::too_large()),
            Err(_) => Err(ApiError::bad_request()),
        }
    }
}

/// The raw bytes of a body.
pub struct Raw(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Bytes::from_request(request, state).await {
            Ok(body) => Ok(Self(body)),
            Err(refused) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::too_large()),
            Err(_) => Err(ApiError::bad_request()),
        }
    }
}

/// Parameters of the path: 404 if they cannot be parsed.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // No name contains NUL, and Postgres rejects one in text.
        if parts.uri.path().contains("%00") {
            return Err(ApiError::not_found());
        }
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Self(path))
            .map_err(|_| ApiError::not_found())
    }
}

/// The query string: 422 if it has the wrong shape.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|_| WRONG_SHAPE)
    }
}

/// The query string of a page: the default if it has the wrong shape.
pub struct QueryOrDefault<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequestParts<S> for QueryOrDefault<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        Ok(Self(query.map(|axum::extract::Query(query)| query).unwrap_or_default()))
    }
}

const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The `Idempotency-Key` header: the same for every retry of one submission. A call without one gets a fresh key.
pub struct IdempotencyKey(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if !parts.headers.contains_key(IDEMPOTENCY_KEY) {
            return Ok(Self(Uuid::new_v4()));
        }
        idempotency_key(&parts.headers).map(Self).ok_or_else(|| {
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "BAD_REQUEST",
                "Idempotency-Key must be a UUID.",
            )
        })
    }
}

/// The idempotency key that a call carries; `None` if it carries none, or no UUID.
pub fn idempotency_key(headers: &HeaderMap) -> Option<Uuid> {
    let value = headers.get(IDEMPOTENCY_KEY)?.to_str().ok()?;
    Uuid::try_parse(value).ok()
}

/// The time of the request.
pub struct Now(pub OffsetDateTime);

impl<S: Send + Sync> FromRequestParts<S> for Now {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(now()))
    }
}

/// The current time. It is read here and passed on as an argument.
pub fn now() -> OffsetDateTime {
    #[expect(
        clippy::disallowed_methods,
        reason = "the time is read here and passed on as an argument"
    )]
    OffsetDateTime::now_utc()
}
