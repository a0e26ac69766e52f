//! How each kind of job is treated: lane, priority, limits, timeouts.
//!
//! Invariant: a kind has one policy, which the compiler asks for.

use std::time::Duration;

use super::{Job, Mail};

/// A lane has its own workers, so that slow work never delays urgent work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// All lanes.
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

    /// The limits that bind jobs of this lane.
    pub const fn limits(self) -> &'static [Limit] {
        match self {
            Self::Payments => &[STRIPE],
            Self::Bulk => &[DOCUMENTS],
            Self::Mail | Self::Urgent => &[],
        }
    }

    /// The lane of this word.
    pub(in crate::base) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.as_str() == word)
    }
}

/// Which jobs of a lane come first; among equals the one that has been due for longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for it in front of a screen, or is in danger.
    First,
    /// As they come.
    Normal,
    /// When there is nothing else to do.
    Last,
}

impl Priority {
    /// The number in the database.
    pub(super) const fn as_number(self) -> i16 {
        match self {
            Self::First => -1,
            Self::Normal => 0,
            Self::Last => 1,
        }
    }
}

/// How many jobs may run at once in all workers together. Several kinds may share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The word in the database.
    pub name: &'static str,
    /// How many.
    pub size: LimitSize,
}

/// How many jobs a limit allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitSize {
    /// This many.
    Fixed(i32),
    /// As many as there are slots of the lane in all workers, less one for each worker; at least one.
    AllButOneSlot,
}

/// Stripe limits how many requests it answers at once, and those of people who pay come before ours.
const STRIPE: Limit = Limit {
    name: "stripe",
    size: LimitSize::Fixed(4),
};

/// A thick scan takes hours, and messages to browsers and the erasure of addresses run in the same lane.
const DOCUMENTS: Limit = Limit {
    name: "documents",
    size: LimitSize::AllButOneSlot,
};

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
    /// Whether it comes before other jobs of its lane.
    pub priority: Priority,
    /// How many of its kind may run at once; `None` if only the slots of its lane bind it. It is one of its lane's.
    pub limit: Option<Limit>,
}

impl Mail {
    const fn priority(self) -> Priority {
        match self {
            Self::SignIn { .. } | Self::TestimonyEscalated { .. } => Priority::First,
            Self::PaymentFailed { .. }
            | Self::DuplicateSubscription { .. }
            | Self::GiftPaid { .. }
            | Self::CardTesting { .. }
            | Self::PaymentIssue { .. } => Priority::Normal,
            Self::AuditHead { .. } | Self::Digest { .. } => Priority::Last,
        }
    }

    /// How often it may fail: a mail server may be away for two days, and nobody writes the mail again.
    const fn failure_limit(self) -> i16 {
        match self {
            // The link expires before.
            Self::SignIn { .. } => 12,
            // Somebody is in danger. The mail is obsolete once staff have decided.
            Self::TestimonyEscalated { .. } => i16::MAX,
            Self::PaymentFailed { .. }
            | Self::DuplicateSubscription { .. }
            | Self::GiftPaid { .. }
            | Self::CardTesting { .. }
            | Self::PaymentIssue { .. }
            | Self::AuditHead { .. }
            | Self::Digest { .. } => 60,
        }
    }
}

impl Job {
    /// The policy of this kind of job.
    pub const fn policy(&self) -> Policy {
        let urgent = Policy {
            lane: Lane::Urgent,
            failure_limit: 12,
            timeout: Duration::from_mins(5),
            is_superseded_by_next: false,
            priority: Priority::Normal,
            limit: None,
        };
        let bulk = Policy {
            lane: Lane::Bulk,
            ..urgent
        };
        let payments = Policy {
            lane: Lane::Payments,
            limit: Some(STRIPE),
            ..urgent
        };
        match self {
            Self::PrepareTestimony { .. } => urgent,
            Self::SendMail { message } => Policy {
                lane: Lane::Mail,
                failure_limit: message.failure_limit(),
                priority: message.priority(),
                ..urgent
            },
            Self::FetchAvatar { .. } => Policy {
                failure_limit: 5,
                ..bulk
            },
            // A thick scan: the next try reads what is left.
            Self::IngestDocument { .. } => Policy {
                timeout: Duration::from_hours(6),
                limit: Some(DOCUMENTS),
                ..bulk
            },
            // One is enqueued each hour, and compares all documents.
            Self::IndexPassages => Policy {
                timeout: Duration::from_hours(1),
                is_superseded_by_next: true,
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
                priority: Priority::First,
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
                priority: Priority::Last,
                ..payments
            },
            // Every subscription, one after the other. It is retried until the next one begins.
            Self::ReconcileSubscriptions => Policy {
                failure_limit: 36,
                timeout: Duration::from_hours(6),
                priority: Priority::Last,
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
                priority: Priority::Last,
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_limit_of_a_kind_is_one_of_its_lane_or_nobody_would_claim_it() {
        let id = Uuid::nil();
        let limited = [
            Job::IngestDocument { id },
            Job::ProcessStripeEvent { id },
            Job::EndSubscription { id },
            Job::EndDuplicate { id },
            Job::RefundGift { id },
            Job::FindDuplicates { user: id },
            Job::SweepStripeEvents,
            Job::ReconcileSubscriptions,
        ];
        for job in limited {
            let policy = job.policy();
            let limit = policy.limit.expect("one");
            assert!(policy.lane.limits().contains(&limit), "{job:?}");
        }
    }

    #[test]
    fn mails_that_nobody_writes_again_outlast_a_mail_server_that_is_away_for_two_days() {
        let id = Uuid::nil();
        let mails = [
            Mail::PaymentFailed { subscription: id },
            Mail::DuplicateSubscription { subscription: id },
            Mail::GiftPaid { gift: id },
            Mail::CardTesting { hour: 1 },
            Mail::PaymentIssue { id },
            Mail::AuditHead { day: 1 },
            Mail::Digest { day: 1 },
            Mail::TestimonyEscalated { testimony: id },
        ];
        // The shortest waits that the jitter allows.
        let outlasts = |message| {
            let limit = u32::from(Job::SendMail { message }.policy().failure_limit.unsigned_abs());
            let wait = |failures: u32| 2_u64.saturating_pow(failures).min(3600) * 3 / 4;
            Duration::from_secs((1..limit).map(wait).sum())
        };
        for message in mails {
            assert!(outlasts(message) > Duration::from_hours(36), "{message:?}");
        }
        let sign_in = outlasts(Mail::SignIn { id });
        assert!(
            sign_in > Duration::from_mins(30) && sign_in < Duration::from_hours(2),
            "the link expires: {sign_in:?}"
        );
    }

    #[test]
    fn people_who_wait_for_a_mail_come_before_digests() {
        let of = |message| Job::SendMail { message }.policy().priority.as_number();
        let id = Uuid::nil();
        assert!(of(Mail::SignIn { id }) < of(Mail::PaymentIssue { id }));
        assert!(of(Mail::PaymentIssue { id }) < of(Mail::Digest { day: 1 }));
    }
}
