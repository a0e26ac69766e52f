//! What Postgres tells whoever listens, on one connection for a whole process.
//!
//! Invariant: a notice says what has changed and never how: whoever hears it reads the rows. So one that is lost, or
//! comes twice, harms nothing.

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::error::Result;

/// Something has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The kind of thing.
    pub channel: String,
    /// Which.
    pub id: String,
}

/// A connection that hears notices.
pub struct Listener(PgListener);

impl Listener {
    /// Starts to listen.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database.
    pub async fn connect(db: &PgPool, channels: &[&str]) -> Result<Self> {
        let mut listener = PgListener::connect_with(db).await?;
        // Whoever is connected anew may have missed something, and must know.
        listener.eager_reconnect(false);
        listener.listen_all(channels.iter().copied()).await?;
        Ok(Self(listener))
    }

    /// Waits for the next notice; none when the connection was lost.
    ///
    /// # Errors
    /// `Unavailable` when the connection cannot be had again.
    pub async fn hear(&mut self) -> Result<Option<Notice>> {
        let heard = self.0.try_recv().await?;
        Ok(heard.map(|heard| Notice {
            channel: heard.channel().to_owned(),
            id: heard.payload().to_owned(),
        }))
    }
}
