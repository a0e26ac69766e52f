//! The job queue in Postgres: enqueue, claim, extend, finish, fail, release.
//!
//! Invariant: a job is a row, written in the transaction of the change that needs it, and it is done, dead with a
//! reason, or due again at a known time. Redis carries wake-up signals and may lose them.

mod claim;
mod enqueue;
mod lease;
mod local_queue;
mod policy;

pub use claim::{Claim, Claimed, Leases, Room, claim, due_lanes};
pub use enqueue::{enqueue, enqueue_after, enqueue_all, enqueue_delayed, enqueue_scheduled};
pub use lease::{End, Failed, LEASE_TIMEOUT, Lease, delete_finished, extend, fail, finish, release};
pub use local_queue::{LocalQueueReport, delete_local_queues, report_local_queues};
pub use policy::{Lane, Limit, LimitSize, Policy, Priority};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::base::error::{Error, Result};

/// The jobs: all work outside requests. Payloads hold ids, never confidential text.
///
/// A retired variant stays until no row has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Job {
    /// Screens and redacts a testimony and detects its topics. Safe to repeat: it changes only an unredacted testimony.
    PrepareTestimony {
        /// The testimony.
        id: Uuid,
    },
    /// Sends a mail. Safe to repeat: a sent mail is recorded, and any duplicate has the same Message-ID.
    SendMail {
        /// The mail.
        message: Mail,
    },
    /// Fetches the picture that a sign-in provider offered. Safe to repeat: it changes only a picture that is not
    /// fetched yet.
    FetchAvatar {
        /// The user. Deleting an account finds and deletes jobs by this field.
        user: Uuid,
    },
    /// Reads a document and splits it into passages. Safe to repeat: it resumes after the last stored page, and skips a
    /// document that is completed, failed or deleted.
    IngestDocument {
        /// The document.
        id: Uuid,
    },
    /// Updates the index of passages and publishes a new generation. Safe to repeat: it indexes only the differences,
    /// one worker at a time.
    IndexPassages,
    /// Syncs the subscription of a Stripe event. Safe to repeat: it writes Stripe's current state, whatever the event
    /// said.
    ProcessStripeEvent {
        /// The event.
        id: Uuid,
    },
    /// Cancels a subscription at once, and retries until Stripe confirms the end. Safe to repeat: an ended subscription
    /// stays ended.
    EndSubscription {
        /// The subscription. The job outlives the account of its user.
        id: Uuid,
    },
    /// Refunds and ends the second subscription of somebody who pays twice. Safe to repeat: it changes only one that is
    /// still marked, and Stripe repeats a refund with the same key.
    EndDuplicate {
        /// The subscription. The job outlives the account of its user.
        id: Uuid,
    },
    /// Looks for subscriptions that were paid twice under the addresses of a user. Safe to repeat: each is found once.
    FindDuplicates {
        /// The user. Deleting an account finds and deletes jobs by this field.
        user: Uuid,
    },
    /// Refunds a gift that nobody has used. Safe to repeat: it changes only one whose code staff have closed, and Stripe
    /// repeats a refund with the same key.
    RefundGift {
        /// The gift. The job outlives the account of its giver.
        id: Uuid,
    },
    /// Ends and erases the checkouts that name an address of a deleted account, in batches. Safe to repeat: it continues
    /// with those that still name the address.
    EraseCheckouts {
        /// The request, which holds the address.
        id: Uuid,
    },
    /// Tells a browser that something waits, with an empty message. Safe to repeat: the browser shows the same words in the
    /// same place, and a message that is too late or no longer true is not sent.
    SendPush {
        /// The user. Deleting an account finds and deletes jobs by this field.
        user: Uuid,
        /// The row of the browser.
        subscription: Uuid,
        /// What it is about.
        notice: Notice,
        /// Until when it is of use, in seconds since 1970.
        until: i64,
    },
    /// Enqueues what browsers are told in the evening. Safe to repeat: each browser is looked at once an evening.
    SendEveningPushes,
    /// Reads Stripe's list of events for missed ones. Safe to repeat: each event is stored once.
    SweepStripeEvents,
    /// Compares all subscriptions with Stripe's. Safe to repeat: it writes Stripe's current state.
    #[serde(rename = "compare_subscriptions")]
    ReconcileSubscriptions,
    /// Deletes old rows of finished jobs, expired sessions and sign-ins, and old counters. Safe to repeat: it deletes
    /// by age.
    #[serde(rename = "keep_house")]
    Cleanup,
    /// Seals the lines of the audit trail that have no seal, and keeps its end in storage and in a mail to staff. Safe to
    /// repeat: a line is sealed once, and the end of a day is written again.
    SealAudit {
        /// The day, counted from 1970.
        day: u64,
    },
    /// Behaves as instructed, for fault tests and benchmarks; refused unless `REHEARSALS=on`.
    Rehearse {
        /// What to do.
        act: Rehearsal,
    },
}

/// The mails that we send. A retired variant stays until no job has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Mail {
    /// The link and the code for signing in.
    SignIn {
        /// The requested sign-in.
        id: Uuid,
    },
    /// To staff: a testimony was escalated.
    #[serde(rename = "story_escalated")]
    TestimonyEscalated {
        /// The testimony.
        testimony: Uuid,
    },
    /// To a subscriber: a renewal was not paid, and where to pay it.
    PaymentFailed {
        /// The row of the subscription.
        subscription: Uuid,
    },
    /// To somebody who paid twice: what became of the second subscription, or the question whether it is theirs.
    DuplicateSubscription {
        /// The row of the subscription.
        subscription: Uuid,
    },
    /// To a giver: the receipt of a gift.
    GiftPaid {
        /// The gift.
        gift: Uuid,
    },
    /// To staff: many cards were declined, as when stolen cards are tried.
    CardTesting {
        /// The hour, counted from 1970.
        hour: i64,
    },
    /// To staff: a payment was disputed or refunded, or may be fraud.
    PaymentIssue {
        /// The row of the issue.
        id: Uuid,
    },
    /// To staff: the end of the audit trail, to compare with later.
    AuditHead {
        /// The day, counted from 1970.
        day: u64,
    },
    /// To staff: how much waits for review.
    Digest {
        /// The day, counted from 1970.
        day: u64,
    },
}

/// What a message to a browser is about. The message itself is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Notice {
    /// A testimony of the user was reviewed.
    Reviewed {
        /// The testimony.
        testimony: Uuid,
    },
    /// Somebody prayed.
    Prayed,
    /// Tonight's psalm.
    Psalm,
}

impl Notice {
    /// The word in statements.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reviewed { .. } => "reviewed",
            Self::Prayed => "prayed",
            Self::Psalm => "psalm",
        }
    }
}

/// What a rehearsed job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rehearsal {
    /// Succeeds at once.
    Nothing,
    /// Waits, then succeeds.
    Wait {
        /// How long.
        milliseconds: u32,
    },
    /// Fails in a way that is retried.
    Fail,
    /// Panics.
    Panic,
    /// Ends the whole process, as a fault in native code would.
    Abort,
}

/// The columns of a job.
struct Row {
    lane: &'static str,
    kind: String,
    payload: serde_json::Value,
    priority: i16,
    limited_by: &'static str,
}

impl Job {
    /// The word for this kind in the database, in logs and in metrics.
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
        let policy = self.policy();
        Ok(Row {
            lane: policy.lane.as_str(),
            kind,
            payload,
            priority: policy.priority.as_number(),
            limited_by: policy.limit.map_or("", |limit| limit.name),
        })
    }
}

/// How many times a worker may die while holding a job before the job is dead.
pub const DEATH_LIMIT: i16 = 3;
