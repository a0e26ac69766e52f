//! Which step leads from where to where. Pure.
//!
//! Invariant: approving, rejecting and escalating begin at pending alone; the only way out of the others is reopening.

use time::OffsetDateTime;

use super::MAX_NOTE_LEN;
use crate::audit::Action;
use crate::error::{Error, Fields, Result};
use crate::testimony::Status;

/// The part of a story that steps change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub status: Status,
    pub moderated_at: Option<OffsetDateTime>,
    pub notes: Option<String>,
    pub reported_at: Option<OffsetDateTime>,
    pub kept_at: Option<OffsetDateTime>,
    pub is_prepared: bool,
}

/// What tells how closely a story must be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signs {
    pub risk: Option<String>,
    pub severity: i16,
    /// Whether a reader reported it, or staff once wanted another look at it.
    pub is_doubted: bool,
}

/// What staff do to a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Publish it.
    Approve {
        /// They said that they checked the text, which a high risk of naming somebody needs.
        text_checked: bool,
    },
    /// Publish it together with others, without having opened it: for low risk, no danger and no doubt only.
    ApproveUnread,
    /// Decline it.
    Reject {
        /// What the author is told.
        notes: String,
    },
    /// Put it before staff with priority, and tell them.
    Escalate,
    /// Let a settled story wait for review again.
    Reopen {
        /// Why, for staff.
        reason: String,
    },
    /// Leave a reported story published.
    Keep,
    /// Take back one's own last step.
    Undo,
}

impl Step {
    /// Reads what the staff's pages send.
    ///
    /// # Errors
    /// `InvalidFields` for an unknown action, and for a rejection or a reopening without a reason.
    pub fn parse(action: &str, notes: Option<&str>, text_checked: bool) -> Result<Self> {
        let reason = |missing| written(notes, "notes").and_then(|notes| notes.ok_or_else(|| wrong("notes", missing)));
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
            _ => Err(wrong(
                "action",
                "Please choose approve, reject, escalate, reopen, keep or undo.",
            )),
        }
    }

    /// The state after this step; nothing if it cannot be taken from here, or only by somebody who knows what was before.
    pub(super) fn applied(&self, before: &State, now: OffsetDateTime) -> Option<State> {
        let settled = |status, notes: Option<&String>| State {
            status,
            moderated_at: Some(now),
            notes: notes.cloned(),
            reported_at: None,
            kept_at: None,
            is_prepared: before.is_prepared,
        };
        let is_pending = before.status == Status::Pending;
        // Nobody could have read it before.
        let can_be_read = is_pending && before.is_prepared;
        match self {
            Self::Approve { .. } | Self::ApproveUnread => can_be_read.then(|| settled(Status::Approved, None)),
            Self::Reject { notes } => can_be_read.then(|| settled(Status::Rejected, Some(notes))),
            Self::Escalate => can_be_read.then(|| settled(Status::Escalated, None)),
            Self::Reopen { .. } => (!is_pending).then(|| State {
                moderated_at: None,
                ..settled(Status::Pending, None)
            }),
            Self::Keep => (before.status == Status::Approved && before.reported_at.is_some()).then(|| State {
                reported_at: None,
                kept_at: Some(now),
                ..before.clone()
            }),
            Self::Undo => None,
        }
    }

    /// Whether somebody has looked as closely as the story needs.
    pub(super) fn is_careful_enough(&self, signs: &Signs) -> Result<()> {
        let risk = signs.risk.as_deref();
        match self {
            Self::Approve { text_checked: false } if risk == Some("high") => {
                Err(wrong("checked", "Please check the text first, and say that you have."))
            }
            Self::ApproveUnread if risk != Some("low") || signs.severity >= 2 || signs.is_doubted => {
                Err(wrong("checked", "Please read this story by itself."))
            }
            Self::Approve { .. }
            | Self::ApproveUnread
            | Self::Reject { .. }
            | Self::Escalate
            | Self::Reopen { .. }
            | Self::Keep
            | Self::Undo => Ok(()),
        }
    }

    pub(super) const fn action(&self) -> Action {
        match self {
            Self::Approve { .. } | Self::ApproveUnread => Action::StoryApproved,
            Self::Reject { .. } => Action::StoryRejected,
            Self::Escalate => Action::StoryEscalated,
            Self::Reopen { .. } => Action::StoryReopened,
            Self::Keep => Action::StoryKept,
            Self::Undo => Action::StoryUndone,
        }
    }

    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Self::Reject { notes: reason } | Self::Reopen { reason } => Some(reason),
            Self::Undo => Some("undone"),
            Self::Approve { .. } | Self::ApproveUnread | Self::Escalate | Self::Keep => None,
        }
    }
}

/// What staff wrote, trimmed; nothing if it is blank.
pub(super) fn written(text: Option<&str>, field: &'static str) -> Result<Option<String>> {
    let text = text.unwrap_or_default().trim();
    if text.contains('\0') {
        return Err(wrong(field, "Please remove the characters that cannot be read."));
    }
    if text.chars().count() > MAX_NOTE_LEN {
        return Err(wrong(field, "Please shorten this to 2,000 characters."));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

pub(super) fn wrong(field: &'static str, message: &'static str) -> Error {
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
    fn every_step_begins_where_it_may_and_nowhere_else() {
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
                    step.applied(&state(from), NOW).is_some()
                })
                .collect();
            assert_eq!(possible, allowed, "{from:?}");
        }
    }

    #[test]
    fn only_a_prepared_story_is_moderated_and_only_a_reported_one_kept() {
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
            assert_eq!(step.applied(&unprepared, NOW), None, "{step:?}");
        }
        let reported = State {
            reported_at: Some(NOW),
            ..state(Status::Approved)
        };
        let kept = Step::Keep.applied(&reported, NOW).expect("kept");
        assert_eq!(
            (kept.status, kept.reported_at, kept.kept_at),
            (Status::Approved, None, Some(NOW))
        );
    }

    #[test]
    fn a_reason_is_needed_where_somebody_will_ask_for_it() {
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
    fn high_risk_needs_a_check_and_several_at_once_need_low_risk() {
        let signs = |risk: &str, severity| Signs {
            risk: Some(risk.to_owned()),
            severity,
            is_doubted: false,
        };
        let careful = |step: Step, risk, severity| step.is_careful_enough(&signs(risk, severity)).is_ok();
        let approve = |text_checked| Step::Approve { text_checked };
        assert!(!careful(approve(false), "high", 0) && careful(approve(true), "high", 0));
        assert!(careful(approve(false), "medium", 0));
        assert!(careful(Step::ApproveUnread, "low", 1));
        assert!(!careful(Step::ApproveUnread, "low", 2) && !careful(Step::ApproveUnread, "medium", 0));
        let doubted = Signs {
            is_doubted: true,
            ..signs("low", 0)
        };
        assert!(Step::ApproveUnread.is_careful_enough(&doubted).is_err());
        assert!(approve(false).is_careful_enough(&doubted).is_ok());
    }
}
