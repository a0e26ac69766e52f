//! Sessions of users and staff in the browser: `tower-sessions` over our own rows.
//!
//! Invariant: the rules of `shared` write the rows, in their transactions, and never the layer. The layer reads the id
//! from the cookie, and sets the cookie of a session that a rule has begun. A session carries no data besides its row.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use shared::config::Environment;
use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::session::SessionToken;
use shared::{session, staff};
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{self, Error as StoreError};
use tower_sessions::{Expiry, Session, SessionManagerLayer, SessionStore};

use crate::error::ApiError;
use crate::extract::cookies::Purpose;

/// The key under which `begin` hands the id of a row to the store. It never leaves the request.
const BEGUN: &str = "begun";

/// Whose sessions a router has. Both have their own cookie and their own layer: two layers on one route would share
/// one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// Users.
    User,
    /// Staff: every call below `/api/admin`.
    Staff,
}

impl Holder {
    const fn purpose(self) -> Purpose {
        match self {
            Self::User => Purpose::Session,
            Self::Staff => Purpose::Staff,
        }
    }

    /// How long the browser keeps the cookie. The rows end sooner without use.
    const fn lifetime(self) -> time::Duration {
        match self {
            Self::User => session::ABSOLUTE_LIFETIME,
            Self::Staff => staff::ABSOLUTE_LIFETIME,
        }
    }
}

/// The layer: the session's cookie, in and out. It reads no row and waits for nothing.
pub fn layer(ctx: &Arc<Ctx>, holder: Holder) -> SessionManagerLayer<Rows> {
    let environment = ctx.config.environment;
    SessionManagerLayer::new(Rows::new(ctx.clone(), holder))
        .with_name(holder.purpose().name(environment))
        .with_secure(environment == Environment::Production)
        .with_same_site(holder.purpose().same_site())
        .with_http_only(true)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(holder.lifetime()))
}

/// The rows of sessions, as the store of `tower-sessions`.
#[derive(Clone)]
pub struct Rows {
    ctx: Arc<Ctx>,
    holder: Holder,
}

impl Rows {
    /// The rows of these sessions.
    pub const fn new(ctx: Arc<Ctx>, holder: Holder) -> Self {
        Self { ctx, holder }
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Rows")
            .field("holder", &self.holder)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl SessionStore for Rows {
    /// Takes the id of the row that a rule has just written.
    async fn create(&self, record: &mut Record) -> session_store::Result<()> {
        let begun = record.data.remove(BEGUN);
        let id = begun.as_ref().and_then(|id| id.as_str()?.parse().ok());
        record.id = id.ok_or_else(|| StoreError::Backend("only a sign-in begins a session".to_owned()))?;
        self.save(record).await
    }

    /// Writes nothing: `find` moves the end of a session when it is used.
    async fn save(&self, record: &Record) -> session_store::Result<()> {
        if record.data.is_empty() {
            Ok(())
        } else {
            Err(StoreError::Backend("a session carries no data".to_owned()))
        }
    }

    async fn load(&self, id: &Id) -> session_store::Result<Option<Record>> {
        let token = token_of(*id);
        let until = match self.holder {
            Holder::User => session::open_until(&self.ctx.db, &token).await,
            Holder::Staff => staff::open_until(&self.ctx, &token).await,
        };
        Ok(until.map_err(failed)?.map(|expiry_date| Record {
            id: *id,
            data: std::collections::HashMap::new(),
            expiry_date,
        }))
    }

    /// Signs out.
    async fn delete(&self, id: &Id) -> session_store::Result<()> {
        let token = token_of(*id);
        let ended = match self.holder {
            Holder::User => session::end(&self.ctx.db, &token).await,
            Holder::Staff => staff::sign_out(&self.ctx, &token).await,
        };
        ended.map_err(failed)
    }
}

fn token_of(id: Id) -> SessionToken {
    SessionToken::from_bytes(id.0.to_le_bytes())
}

fn failed(error: Error) -> StoreError {
    StoreError::Backend(format!("{:#}", anyhow::Error::new(error)))
}

/// The session that the browser's cookie names, valid or not.
pub struct BrowserSession(Session);

impl BrowserSession {
    /// The session of a request, from the layer of its router.
    ///
    /// # Errors
    /// 500 on a router without the layer.
    pub fn of(parts: &Parts) -> Result<Self, ApiError> {
        let session = parts.extensions.get::<Session>().cloned();
        session.map(Self).ok_or_else(|| {
            ApiError::from(Error::Internal(anyhow::anyhow!(
                "a route without the layer of sessions"
            )))
        })
    }

    /// The id in the cookie; `None` without a cookie, or with one that is no id.
    pub fn token(&self) -> Option<SessionToken> {
        self.0.id().map(token_of)
    }

    /// Gives the browser the session that a rule has begun, under its new id; the old id of the browser ends.
    ///
    /// # Errors
    /// `Unavailable` if the old session cannot be ended.
    pub async fn begin(&self, token: &SessionToken) -> Result<()> {
        let begun = async {
            if self.0.id().is_some() {
                self.0.flush().await?;
            }
            self.0.insert(BEGUN, token.to_cookie()).await?;
            self.0.save().await
        };
        begun.await.map_err(unavailable)
    }

    /// Ends the session in our records. The answer must also remove the cookie.
    ///
    /// After `Session::flush` the layer would remove it, but without `Secure`, so that browsers would ignore it for a name
    /// with `__Host-` (version 0.15; <https://github.com/maxcountryman/tower-sessions/pull/268>).
    ///
    /// # Errors
    /// `Unavailable` without a database.
    pub async fn end(&self) -> Result<()> {
        match self.0.id() {
            Some(_) => self.0.delete().await.map_err(unavailable),
            None => Ok(()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for BrowserSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Self::of(parts)
    }
}

fn unavailable(error: tower_sessions::session::Error) -> Error {
    Error::Unavailable(anyhow::Error::new(error))
}
