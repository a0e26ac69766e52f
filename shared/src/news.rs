//! What has changed in the database, told to everybody in this process who waits for it.
//!
//! Invariant: one connection listens, whatever the number of those who wait. News may be missed while it is lost; then
//! `Notice::Anything` says so, and whoever needs the whole truth reads it anew.

use std::convert::Infallible;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::broadcast;
use tokio::time::timeout;
use uuid::Uuid;

use crate::error::{Error, Result};

const CHANNEL: &str = "news";
/// Whoever lags further behind is told that it may have missed something.
const REMEMBERED: usize = 256;
const CONNECT_AGAIN: Duration = Duration::from_secs(1);
/// A server that vanished says nothing, like one that has no news: after so long it is asked which it is.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// Something that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A document was handed in, is being read, or has ended up somewhere.
    Document(Uuid),
    /// A document of this name is gone.
    DocumentGone(String),
    /// Another generation of the search index is published.
    Generation,
    /// The subscription of this customer or this user changed.
    Subscription(Uuid),
    /// Nobody knows: some news may have been missed.
    Anything,
    /// The process is asked to stop: there will be no more news.
    #[serde(skip)]
    Closing,
}

/// The news of this process.
#[derive(Clone)]
pub struct News {
    told: broadcast::Sender<Notice>,
    longest_silence: Duration,
    longest_answer: Duration,
}

impl Default for News {
    fn default() -> Self {
        Self::asking_after(IDLE_TIMEOUT, RESPONSE_TIMEOUT)
    }
}

impl News {
    /// News from a server that is asked whether it is still there when it was silent for so long, and given up when it
    /// does not answer for so long.
    #[must_use]
    pub fn asking_after(longest_silence: Duration, longest_answer: Duration) -> Self {
        Self {
            told: broadcast::Sender::new(REMEMBERED),
            longest_silence,
            longest_answer,
        }
    }

    /// Hears everything from now on.
    #[must_use]
    pub fn subscribe(&self) -> Subscription {
        Subscription(self.told.subscribe())
    }

    /// Listens for as long as the process lives, and connects again when the connection is lost.
    pub async fn listen(&self, db: &PgPool) -> Infallible {
        loop {
            let Err(error) = self.listen_once(db).await;
            tracing::debug!(%error, "no news");
            tokio::time::sleep(CONNECT_AGAIN).await;
        }
    }

    async fn listen_once(&self, db: &PgPool) -> Result<Infallible> {
        let mut listener = self.patiently(PgListener::connect_with(db)).await?;
        self.patiently(listener.listen(CHANNEL)).await?;
        self.tell(Notice::Anything);
        loop {
            let Ok(heard) = timeout(self.longest_silence, listener.try_recv()).await else {
                self.patiently(sqlx::query_scalar!("select 1").fetch_one(&mut listener))
                    .await?;
                continue;
            };
            // None: the connection was lost and is there again.
            let heard = heard?;
            let notice = heard.and_then(|heard| serde_json::from_str(heard.payload()).ok());
            self.tell(notice.unwrap_or(Notice::Anything));
        }
    }

    async fn patiently<T>(&self, asked: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T> {
        match timeout(self.longest_answer, asked).await {
            Ok(answered) => Ok(answered?),
            Err(_) => Err(Error::Unavailable(anyhow::anyhow!("no answer"))),
        }
    }

    /// Tells all who listen that there will be no more news, so that they end.
    pub fn close(&self) {
        self.tell(Notice::Closing);
    }

    fn tell(&self, notice: Notice) {
        // An error means that nobody waits for news.
        let _ = self.told.send(notice);
    }
}

/// What one of those who wait has not heard yet.
pub struct Subscription(broadcast::Receiver<Notice>);

impl Subscription {
    /// Waits for the next change.
    pub async fn next(&mut self) -> Notice {
        match self.0.recv().await {
            Ok(notice) => notice,
            Err(broadcast::error::RecvError::Lagged(_)) => Notice::Anything,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Tells every process when the caller's transaction commits.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn announce(tx: &mut PgConnection, notice: &Notice) -> Result<()> {
    let payload = serde_json::to_string(notice).map_err(Error::internal)?;
    sqlx::query!("select pg_notify($1, $2)", CHANNEL, payload)
        .execute(tx)
        .await?;
    Ok(())
}
