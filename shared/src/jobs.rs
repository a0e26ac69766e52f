//! The ledger of jobs: enqueue, send, claim, extend, finish, fail, release.
//!
//! Invariant: a job is a row, written in the transaction of the change that needs it, and it is done, dead with a
//! reason, or due again at a known time. Redis is told ids and may forget them.

mod board;
mod claiming;
mod ledger;
mod sending;

pub use board::{Board, DeadJob, KindCount, board, discard, retry};
pub use claiming::{Chance, Claimed, claim, put_off};
pub use ledger::{Claim, Failed, LEASE, delete_finished, extend, fail, finish, release};
pub use sending::{IN_REDIS, Leases, Outbox, doubt_everything_sent};

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::mail::Message;
use crate::trace;

/// Everything that is done outside a request. The payload holds ids; what people confide never stands in it.
///
/// A retired variant stays until no row has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Job {
    /// Screens and redacts a story and finds its topics. Safe to repeat: it changes only a story not yet redacted.
    PrepareTestimony {
        /// The story.
        id: Uuid,
    },
    /// Sends a mail. Safe to repeat: what was sent is noted, and a copy sent all the same carries the same Message-ID.
    SendMail {
        /// Which.
        message: Message,
    },
    /// Fetches the picture that somebody's provider offered. Safe to repeat: it changes only a picture that is not
    /// fetched yet.
    FetchAvatar {
        /// Whose picture. Jobs about a user name them so: deleting the account finds and deletes them by it.
        user: Uuid,
    },
    /// Reads a document and cuts it into passages. Safe to repeat: it goes on after the last page that is stored, and
    /// leaves alone what is read, failed or gone.
    IngestDocument {
        /// The document.
        id: Uuid,
    },
    /// Brings the index of passages up to date and publishes it. Safe to repeat: it does what differs from the
    /// generation before, one worker at a time.
    IndexPassages,
    /// Asks Stripe about what an event is about. Safe to repeat: what Stripe says now is written, whatever the event said.
    ProcessStripeEvent {
        /// The event.
        id: Uuid,
    },
    /// Ends a subscription at once, and goes on until Stripe says that it has ended. Safe to repeat: what has ended stays so.
    EndSubscription {
        /// The subscription. Its user may be gone: the job outlives the account.
        id: Uuid,
    },
    /// Reads Stripe's list of events for those that never came. Safe to repeat: each event is stored once.
    SweepStripeEvents,
    /// Compares all subscriptions with Stripe's. Safe to repeat: it writes what Stripe says.
    CompareSubscriptions,
    /// Deletes rows of jobs finished long ago, sessions and sign-ins that are over, counters of days gone by. Safe to repeat: it deletes by age.
    KeepHouse,
    /// Behaves as told, for fault tests and benchmarks; refused unless `REHEARSALS=on`.
    Rehearse {
        /// What to do.
        act: Rehearsal,
    },
}

/// What a rehearsed job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rehearsal {
    /// Succeeds at once.
    Nothing,
    /// Waits, then succeeds.
    Wait {
        /// For so long.
        milliseconds: u32,
    },
    /// Fails in a way that is retried.
    Fail,
    /// Panics.
    Panic,
    /// Ends the whole process, as a fault in native code would.
    Abort,
}

/// A lane has its own workers, so that slow work never delays urgent work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Screening, redaction, mail, payments.
    Urgent,
    /// Documents and their index.
    Bulk,
}

impl Lane {
    /// Both lanes.
    pub const ALL: [Self; 2] = [Self::Urgent, Self::Bulk];

    /// The word that stands in the database, in Redis and in logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Bulk => "bulk",
        }
    }
}

impl Job {
    /// The lane this kind of job runs in.
    #[must_use]
    pub const fn lane(&self) -> Lane {
        match self {
            Self::PrepareTestimony { .. }
            | Self::SendMail { .. }
            | Self::ProcessStripeEvent { .. }
            | Self::EndSubscription { .. }
            | Self::SweepStripeEvents
            | Self::Rehearse { .. } => Lane::Urgent,
            Self::FetchAvatar { .. }
            | Self::IngestDocument { .. }
            | Self::IndexPassages
            | Self::CompareSubscriptions
            | Self::KeepHouse => Lane::Bulk,
        }
    }

    /// How often it may fail before it is dead. The waits between double from 2 s up to an hour.
    #[must_use]
    pub const fn failure_limit(&self) -> i16 {
        match self {
            // Nobody may be billed on because we gave up.
            Self::EndSubscription { .. } => i16::MAX,
            // A day and more without Stripe.
            Self::ProcessStripeEvent { .. } | Self::CompareSubscriptions => 36,
            Self::PrepareTestimony { .. }
            | Self::SendMail { .. }
            | Self::IngestDocument { .. }
            | Self::IndexPassages => 12,
            // A quarter of an hour: then the next sweep comes.
            Self::SweepStripeEvents => 10,
            Self::FetchAvatar { .. } => 5,
            Self::KeepHouse | Self::Rehearse { .. } => 3,
        }
    }

    /// Whether a later one does all that this one was to do, and nothing waits for either. Where an outage lasts longer
    /// than such a job tries, nobody needs to be told of it.
    #[must_use]
    pub const fn is_made_good_by_the_next(&self) -> bool {
        match self {
            Self::SweepStripeEvents | Self::KeepHouse => true,
            // A comparison tries until the next one; documents wait for the index.
            Self::CompareSubscriptions
            | Self::IndexPassages
            | Self::PrepareTestimony { .. }
            | Self::SendMail { .. }
            | Self::FetchAvatar { .. }
            | Self::IngestDocument { .. }
            | Self::ProcessStripeEvent { .. }
            | Self::EndSubscription { .. }
            | Self::Rehearse { .. } => false,
        }
    }
}

/// What of a job stands in its row.
struct Row {
    lane: &'static str,
    kind: String,
    payload: serde_json::Value,
}

impl Job {
    /// The word for this kind in the database, in logs and in metrics.
    #[must_use]
    pub fn kind(&self) -> String {
        self.row().map(|row| row.kind).unwrap_or_default()
    }

    fn row(&self) -> Result<Row> {
        let payload = serde_json::to_value(self).map_err(Error::internal)?;
        let kind = payload
            .get("kind")
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default()
            .to_owned();
        Ok(Row {
            lane: self.lane().as_str(),
            kind,
            payload,
        })
    }
}

/// How many times a worker may die while holding a job before the job is dead.
pub const DEATH_LIMIT: i16 = 3;

/// Writes a job in the caller's transaction, with the trace of the work in hand; the relay hears of it when that commits.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn enqueue(tx: &mut PgConnection, job: &Job) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let Row { lane, kind, payload } = job.row()?;
    sqlx::query!(
        "insert into job (id, lane, kind, payload, trace_id) values ($1, $2, $3, $4, $5)",
        id,
        lane,
        kind,
        payload,
        trace::current()
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("select pg_notify('job', $1)", lane).execute(tx).await?;
    Ok(id)
}

/// Writes a scheduled job once, however many workers try: `schedule_key` names the schedule and its hour.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn enqueue_scheduled(db: &PgPool, job: &Job, schedule_key: &str) -> Result<()> {
    let Row { lane, kind, payload } = job.row()?;
    sqlx::query!(
        "insert into job (id, lane, kind, payload, schedule_key) values ($1, $2, $3, $4, $5) on conflict (schedule_key) do nothing",
        Uuid::now_v7(),
        lane,
        kind,
        payload,
        schedule_key
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Hears when jobs are enqueued, by Postgres' own notifications.
pub struct Doorbell(PgListener);

impl Doorbell {
    /// Starts to listen, on a connection of its own.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database.
    pub async fn connect(db: &PgPool) -> Result<Self> {
        let mut listener = PgListener::connect_with(db).await?;
        listener.listen("job").await?;
        Ok(Self(listener))
    }

    /// Waits for the next ring.
    ///
    /// # Errors
    /// `Unavailable` when the connection is lost.
    pub async fn ring(&mut self) -> Result<()> {
        self.0.recv().await?;
        Ok(())
    }
}
