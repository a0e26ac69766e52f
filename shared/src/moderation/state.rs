//! The state machine of moderation, without I/O.
//!
//! Invariant: a testimony is approved, rejected or escalated only from pending. From any other status it must be
//! reopened.

use time::OffsetDateTime;

use super::MAX_NOTE_LEN;
use crate::audit::Action;
use crate::error::{Error, Fields, Result};
use crate::testimony::{Risk, Status};

/// The part of a testimony that steps change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub status: Status,
    pub moderated_at: Option<OffsetDateTime>,
    pub notes: Option<String>,
    pub reported_at: Option<OffsetDateTime>,
    pub kept_at: Option<OffsetDateTime>,
    pub is_prepared: bool,
}

/// Signals that decide how closely staff must review a testimony.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RiskSignals {
    pub risk: Option<Risk>,
    pub severity: i16,
    /// Whether a reader reported it, or staff reopened it.
    pub needs_individual_review: bool,
}

/// A step of moderation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Publish it.
    Approve {
        /// Staff confirmed that they checked the text, which a high risk requires.
        text_checked: bool,
    },
    /// Publish it in bulk, without individual review: only with low risk, without danger, reports or reopening.
    ApproveUnread,
    /// Decline it.
    Reject {
        /// The note to the author.
        notes: String,
    },
    /// Decline it as spam, with all that are alike: only without danger, reports or reopening.
    RejectSpam {
        /// The note to the author.
        notes: String,
    },
    /// Move it to the priority queue, and notify staff.
    Escalate,
    /// Return a decided testimony to review.
    Reopen {
        /// The reason, for staff.
        reason: String,
    },
    /// Keep a reported testimony published.
    Keep,
    /// Undo one's own last step.
    Undo,
}

impl Step {
    /// Parses a step.
    ///
    /// # Errors
    /// `InvalidFields` for an unknown action, or for a rejection or reopening without a reason.
    pub fn parse(action: &str, notes: Option<&str>, text_checked: bool) -> Result<Self> {
        let reason =
            |missing| parse_note(notes, "notes").and_then(|notes| notes.ok_or_else(|| invalid_field("notes", missing)));
        match action {
            "approve" => Ok(Self::Approve { text_checked }),
            "reject" => Ok(Self::Reject {
                notes: reason("Please say why. The author will read it.")?,
            }),
            "escalate" => Ok(Self::Escalate),
            "reopen" => Ok(Self::Reopen {
                reason: reason("Please say why it needs another look.")?,
            }),
            "keep" => Ok(Self::Keep),
            "undo" => Ok(Self::Undo),
            _ => Err(invalid_field(
                "action",
                "Please choose approve, reject, escalate, reopen, keep or undo.",
            )),
        }
    }

    /// The state after this step; none if the step is not valid here. `Undo` needs the stored state instead.
    pub(super) fn next_state(&self, before: &State, now: OffsetDateTime) -> Option<State> {
        let decided = |status, notes: Option<&String>| State {
            status,
            moderated_at: Some(now),
            notes: notes.cloned(),
            reported_at: None,
            kept_at: None,
            is_prepared: before.is_prepared,
        };
        let is_pending = before.status == Status::Pending;
        // Staff cannot review a testimony before it is prepared.
        let can_be_moderated = is_pending && before.is_prepared;
        match self {
            Self::Approve { .. } | Self::ApproveUnread => can_be_moderated.then(|| decided(Status::Approved, None)),
            Self::Reject { notes } | Self::RejectSpam { notes } => {
                can_be_moderated.then(|| decided(Status::Rejected, Some(notes)))
            }
            Self::Escalate => can_be_moderated.then(|| decided(Status::Escalated, None)),
            Self::Reopen { .. } => (!is_pending).then(|| State {
                moderated_at: None,
                ..decided(Status::Pending, None)
            }),
            Self::Keep => (before.status == Status::Approved && before.reported_at.is_some()).then(|| State {
                reported_at: None,
                kept_at: Some(now),
                ..before.clone()
            }),
            Self::Undo => None,
        }
    }

    /// Fails if the testimony needs a closer review than this step implies.
    pub(super) fn require_review(&self, signals: &RiskSignals) -> Result<()> {
        let risk = signals.risk;
        match self {
            Self::Approve { text_checked: false } if risk == Some(Risk::High) => Err(invalid_field(
                "checked",
                "Please check the text first, and say that you have.",
            )),
            Self::ApproveUnread
                if risk != Some(Risk::Low) || signals.severity >= 1 || signals.needs_individual_review =>
            {
                Err(invalid_field("checked", "Please read this story by itself."))
            }
            Self::RejectSpam { .. } if signals.severity >= 1 || signals.needs_individual_review => {
                Err(invalid_field("checked", "Please read this story by itself."))
            }
            Self::Approve { .. }
            | Self::ApproveUnread
            | Self::Reject { .. }
            | Self::RejectSpam { .. }
            | Self::Escalate
            | Self::Reopen { .. }
            | Self::Keep
            | Self::Undo => Ok(()),
        }
    }

    /// Whether the testimony is published by this step.
    pub(super) const fn publishes(&self) -> bool {
        matches!(self, Self::Approve { .. } | Self::ApproveUnread)
    }

    pub(super) const fn action(&self) -> Action {
        match self {
            Self::Approve { .. } | Self::ApproveUnread => Action::TestimonyApproved,
            Self::Reject { .. } | Self::RejectSpam { .. } => Action::TestimonyRejected,
            Self::Escalate => Action::TestimonyEscalated,
            Self::Reopen { .. } => Action::TestimonyReopened,
            Self::Keep => Action::TestimonyKept,
            Self::Undo => Action::TestimonyUndone,
        }
    }

    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Self::Reject { notes: reason } | Self::RejectSpam { notes: reason } | Self::Reopen { reason } => {
                Some(reason)
            }
            Self::Undo => Some("undone"),
            Self::Approve { .. } | Self::ApproveUnread | Self::Escalate | Self::Keep => None,
        }
    }
}

/// The trimmed note; none if it is blank.
pub(super) fn parse_note(text: Option<&str>, field: &'static str) -> Result<Option<String>> {
    let text = text.unwrap_or_default().trim();
    if text.contains('\0') {
        return Err(invalid_field(
            field,
            "Please remove the characters that cannot be read.",
        ));
    }
    if text.chars().count() > MAX_NOTE_LEN {
        return Err(invalid_field(field, "Please shorten this to 2,000 characters."));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

pub(super) fn invalid_field(field: &'static str, message: &'static str) -> Error {
    Error::InvalidFields(Fields::one(field, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

    fn state(status: Status) -> State {
        State {
            status,
            moderated_at: None,
            notes: None,
            reported_at: None,
            kept_at: None,
            is_prepared: true,
        }
    }

    #[test]
    fn each_status_allows_exactly_its_valid_steps() {
        let steps = ["approve", "reject", "escalate", "reopen", "keep", "undo"];
        for (from, allowed) in [
            (Status::Pending, &["approve", "reject", "escalate"][..]),
            (Status::Approved, &["reopen"]),
            (Status::Rejected, &["reopen"]),
            (Status::Escalated, &["reopen"]),
        ] {
            let possible: Vec<&str> = steps
                .into_iter()
                .filter(|action| {
                    let step = Step::parse(action, Some("a reason"), false).expect("known");
                    step.next_state(&state(from), NOW).is_some()
                })
                .collect();
            assert_eq!(possible, allowed, "{from:?}");
        }
    }

    #[test]
    fn only_a_prepared_testimony_is_moderated_and_only_a_reported_one_is_kept() {
        let unprepared = State {
            is_prepared: false,
            ..state(Status::Pending)
        };
        let notes = "thank you".to_owned();
        for step in [
            Step::Approve { text_checked: true },
            Step::Reject { notes },
            Step::Escalate,
        ] {
            assert_eq!(step.next_state(&unprepared, NOW), None, "{step:?}");
        }
        let reported = State {
            reported_at: Some(NOW),
            ..state(Status::Approved)
        };
        let kept = Step::Keep.next_state(&reported, NOW).expect("kept");
        assert_eq!(
            (kept.status, kept.reported_at, kept.kept_at),
            (Status::Approved, None, Some(NOW))
        );
    }

    #[test]
    fn rejecting_and_reopening_need_a_reason() {
        for action in ["reject", "reopen"] {
            for notes in [None, Some(""), Some("  \n ")] {
                assert!(Step::parse(action, notes, false).is_err(), "{action} {notes:?}");
            }
            assert!(Step::parse(action, Some("x\0"), false).is_err());
            assert!(Step::parse(action, Some(&"é".repeat(MAX_NOTE_LEN + 1)), false).is_err());
            assert!(Step::parse(action, Some(&"é".repeat(MAX_NOTE_LEN)), false).is_ok());
        }
        for action in ["", "publish", "Approve"] {
            assert!(Step::parse(action, None, false).is_err(), "{action}");
        }
    }

    #[test]
    fn high_risk_needs_a_check_and_bulk_approval_needs_low_risk() {
        let signals = |risk: Risk, severity| RiskSignals {
            risk: Some(risk),
            severity,
            needs_individual_review: false,
        };
        let careful = |step: Step, risk, severity| step.require_review(&signals(risk, severity)).is_ok();
        let approve = |text_checked| Step::Approve { text_checked };
        assert!(!careful(approve(false), Risk::High, 0) && careful(approve(true), Risk::High, 0));
        assert!(careful(approve(false), Risk::Medium, 0));
        assert!(careful(Step::ApproveUnread, Risk::Low, 0) && !careful(Step::ApproveUnread, Risk::Low, 1));
        assert!(!careful(Step::ApproveUnread, Risk::Low, 2) && !careful(Step::ApproveUnread, Risk::Medium, 0));
        let doubted = RiskSignals {
            needs_individual_review: true,
            ..signals(Risk::Low, 0)
        };
        assert!(Step::ApproveUnread.require_review(&doubted).is_err());
        let notes = "Thank you.".to_owned();
        let spam = Step::RejectSpam { notes };
        assert!(careful(spam.clone(), Risk::High, 0) && !careful(spam.clone(), Risk::Low, 1));
        assert!(spam.require_review(&doubted).is_err());
        assert!(approve(false).require_review(&doubted).is_ok());
    }
}
