//! Notifications of changes in the database (LISTEN/NOTIFY), broadcast within this process.
//!
//! Invariant: one connection listens, whatever the number of receivers. Notifications may be missed while it is lost;
//! `Notification::Anything` says so then, and a receiver that needs the full state reads it anew.

use std::convert::Infallible;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::broadcast;
use tokio::time::timeout;
use uuid::Uuid;

use crate::base::error::{Error, Result};
use crate::base::jobs::Lane;

/// A receiver that lags further behind gets `Notification::Anything`.
const BUFFERED: usize = 256;
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);
/// After this time without a notification the connection is checked: a dead server is silent, too.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// What a process listens to: web processes to changes, workers to jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Changes of rows.
    Changes,
    /// Enqueued jobs.
    Jobs,
}

impl Channel {
    /// The name of the channel in Postgres.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Changes => "news",
            Self::Jobs => "job",
        }
    }

    fn notification(self, payload: &str) -> Notification {
        match self {
            Self::Changes => serde_json::from_str(payload).unwrap_or(Notification::Anything),
            Self::Jobs => Lane::from_word(payload).map_or(Notification::Anything, Notification::Job),
        }
    }
}

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notification {
    /// A document was uploaded, or its state changed.
    Document(Uuid),
    /// A document of this name was deleted.
    DocumentGone(String),
    /// A new generation of the search index was published.
    Generation,
    /// The subscription of this customer or this user changed.
    Subscription(Uuid),
    /// A member of staff is reading a testimony, or has left it.
    StaffReading {
        /// The testimony.
        testimony: Uuid,
        /// The id of their sign-in.
        sign_in: Uuid,
        /// The display name they gave at sign-in.
        name: String,
        /// Whether they still read it.
        is_open: bool,
    },
    /// A job of this lane was enqueued.
    #[serde(skip)]
    Job(Lane),
    /// Some notifications may have been missed.
    Anything,
    /// The process is shutting down: no more notifications will come.
    #[serde(skip)]
    Closing,
}

/// The notifications of this process.
#[derive(Clone)]
pub struct Notifications {
    sender: broadcast::Sender<Notification>,
    idle_timeout: Duration,
    response_timeout: Duration,
}

impl Default for Notifications {
    fn default() -> Self {
        Self::with_timeouts(IDLE_TIMEOUT, RESPONSE_TIMEOUT)
    }
}

impl Notification {
    /// The text that Postgres carries.
    pub(crate) fn payload(&self) -> Result<String> {
        serde_json::to_string(self).map_err(Error::internal)
    }
}

impl Notifications {
    /// Notifications with these timeouts: how long the server may be silent before the connection is checked, and how
    /// long the check may take.
    #[must_use]
    pub fn with_timeouts(idle_timeout: Duration, response_timeout: Duration) -> Self {
        Self {
            sender: broadcast::Sender::new(BUFFERED),
            idle_timeout,
            response_timeout,
        }
    }

    /// Subscribes to all notifications from now on.
    pub fn subscribe(&self) -> Receiver {
        Receiver(self.sender.subscribe())
    }

    /// Listens for as long as the process lives; reconnects when the connection is lost.
    pub async fn listen(&self, db: &PgPool, channel: Channel) -> Infallible {
        loop {
            let Err(error) = self.listen_once(db, channel).await;
            tracing::debug!(%error, "LISTEN failed; reconnecting");
            tokio::time::sleep(RECONNECT_PAUSE).await;
        }
    }

    async fn listen_once(&self, db: &PgPool, channel: Channel) -> Result<Infallible> {
        let mut listener = self.with_timeout(PgListener::connect_with(db)).await?;
        self.with_timeout(listener.listen(channel.name())).await?;
        self.send(Notification::Anything);
        loop {
            let Ok(received) = timeout(self.idle_timeout, listener.try_recv()).await else {
                self.with_timeout(sqlx::query_scalar!("select 1").fetch_one(&mut listener))
                    .await?;
                continue;
            };
            // None: the connection was lost and is there again.
            let received = received?;
            let notification = received.map(|received| channel.notification(received.payload()));
            self.send(notification.unwrap_or(Notification::Anything));
        }
    }

    async fn with_timeout<T>(&self, query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T> {
        match timeout(self.response_timeout, query).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(Error::timed_out()),
        }
    }

    /// Ends all receivers: no more notifications will come.
    pub fn close(&self) {
        self.send(Notification::Closing);
    }

    fn send(&self, notification: Notification) {
        // An error means that there is no receiver.
        let _ = self.sender.send(notification);
    }
}

/// Receives notifications.
pub struct Receiver(broadcast::Receiver<Notification>);

impl Receiver {
    /// Waits for the next notification.
    pub async fn next(&mut self) -> Notification {
        match self.0.recv().await {
            Ok(notification) => notification,
            Err(broadcast::error::RecvError::Lagged(_)) => Notification::Anything,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Notifies every process when the caller's transaction commits.
pub async fn notify(tx: &mut PgConnection, notification: &Notification) -> Result<()> {
    notify_all(tx, std::slice::from_ref(notification)).await
}

/// Notifies every process of several changes when the caller's transaction commits.
pub async fn notify_all(tx: &mut PgConnection, notifications: &[Notification]) -> Result<()> {
    let payloads = notifications
        .iter()
        .map(Notification::payload)
        .collect::<Result<Vec<_>>>()?;
    sqlx::query!(
        "select pg_notify($1, payload) from unnest($2::text[]) as payload",
        Channel::Changes.name(),
        &payloads
    )
    .execute(tx)
    .await?;
    Ok(())
}
