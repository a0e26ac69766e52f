//! The job queue in Postgres: enqueue, send, claim, extend, finish, fail, release.
//!
//! Invariant: a job is a row, written in the transaction of the change that needs it, and it is done, dead with a
//! reason, or due again at a known time. Redis carries ids as a wake-up signal and may lose them.

mod claim;
mod enqueue;
mod lease;
mod outbox;

pub use claim::{Claim, ClaimMode, claim, defer, due};
pub use enqueue::{enqueue, enqueue_after, enqueue_all, enqueue_delayed, enqueue_scheduled};
pub use lease::{Failed, LEASE_TIMEOUT, Lease, delete_finished, extend, fail, finish, release};
pub use outbox::{IN_REDIS, Leases, Outbox, recheck_all};

use std::time::Duration;

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

/// A lane has its own workers, so that slow work never delays urgent work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Sign-in mails and alerts to staff. People wait for them, and the mail server may be slow.
    Mail,
    /// Screening and redaction.
    Urgent,
    /// Requests to Stripe, which may be slow and come by the thousand.
    Payments,
    /// Documents and their index.
    Bulk,
}

impl Lane {
    /// All lanes, in the order in which their jobs are sent.
    pub const ALL: [Self; 4] = [Self::Mail, Self::Urgent, Self::Payments, Self::Bulk];

    /// The word in the database, in Redis and in logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Urgent => "urgent",
            Self::Payments => "payments",
            Self::Bulk => "bulk",
        }
    }
}

/// How the jobs of one kind are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The lane in which they run.
    pub lane: Lane,
    /// How often one may fail before it is dead. The backoff doubles from 2 s up to an hour.
    pub failure_limit: i16,
    /// How long one may run. A job that takes longer waits for an answer that was lost.
    pub timeout: Duration,
    /// Whether the next of its kind does all that this one was to do. An outage does not kill such a job.
    pub is_superseded_by_next: bool,
}

impl Job {
    /// The policy of this kind of job.
    pub const fn policy(&self) -> Policy {
        let urgent = Policy {
            lane: Lane::Urgent,
            failure_limit: 12,
            timeout: Duration::from_mins(5),
            is_superseded_by_next: false,
        };
        let bulk = Policy {
            lane: Lane::Bulk,
            ..urgent
        };
        let payments = Policy {
            lane: Lane::Payments,
            ..urgent
        };
        match self {
            Self::PrepareTestimony { .. } => urgent,
            Self::SendMail { .. } => Policy {
                lane: Lane::Mail,
                ..urgent
            },
            Self::FetchAvatar { .. } => Policy {
                failure_limit: 5,
                ..bulk
            },
            // A thick scan: the next try reads what is left.
            Self::IngestDocument { .. } => Policy {
                timeout: Duration::from_hours(6),
                ..bulk
            },
            Self::IndexPassages => Policy {
                timeout: Duration::from_hours(1),
                ..bulk
            },
            // A day and more without Stripe.
            Self::ProcessStripeEvent { .. } => Policy {
                failure_limit: 36,
                ..payments
            },
            Self::FindDuplicates { .. } => payments,
            // Giving up would leave somebody billed, or without the money that staff have promised.
            Self::EndSubscription { .. } | Self::EndDuplicate { .. } | Self::RefundGift { .. } => Policy {
                failure_limit: i16::MAX,
                ..payments
            },
            // Giving up would leave the address of a deleted account.
            Self::EraseCheckouts { .. } => Policy {
                failure_limit: i16::MAX,
                timeout: Duration::from_hours(1),
                ..bulk
            },
            // A quarter of an hour: then the next sweep comes.
            Self::SweepStripeEvents => Policy {
                failure_limit: 10,
                timeout: Duration::from_hours(1),
                is_superseded_by_next: true,
                ..payments
            },
            // Every subscription, one after the other. It is retried until the next one begins.
            Self::ReconcileSubscriptions => Policy {
                failure_limit: 36,
                timeout: Duration::from_hours(6),
                ..payments
            },
            // Nobody is waiting, and the next message says the same.
            Self::SendPush { .. } | Self::SendEveningPushes => Policy {
                failure_limit: 10,
                is_superseded_by_next: true,
                ..bulk
            },
            Self::Cleanup => Policy {
                failure_limit: 3,
                timeout: Duration::from_hours(1),
                is_superseded_by_next: true,
                ..bulk
            },
            Self::SealAudit { .. } => Policy {
                failure_limit: 10,
                timeout: Duration::from_hours(1),
                is_superseded_by_next: true,
                ..bulk
            },
            Self::Rehearse { .. } => Policy {
                failure_limit: 3,
                timeout: Duration::from_hours(1),
                ..urgent
            },
        }
    }
}

/// The columns of a job.
struct Row {
    lane: &'static str,
    kind: String,
    payload: serde_json::Value,
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
        Ok(Row {
            lane: self.policy().lane.as_str(),
            kind,
            payload,
        })
    }
}

/// How many times a worker may die while holding a job before the job is dead.
pub const DEATH_LIMIT: i16 = 3;
