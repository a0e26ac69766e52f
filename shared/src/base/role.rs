//! The roles of staff.
//!
//! Invariant: each role may do what the ones below it may do. Which call needs which role is said in one table of the web
//! tier.

use serde::{Deserialize, Serialize};

/// What a member of staff may do, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sees stories, documents, jobs and the audit trail, and decides nothing.
    Reader,
    /// Decides about stories, prayers, documents and who is blocked.
    Moderator,
    /// Does everything, also with money, premium and jobs.
    Owner,
}

impl Role {
    /// All roles, the least first.
    pub const ALL: [Self; 3] = [Self::Reader, Self::Moderator, Self::Owner];

    /// The word in settings, in the database and in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Moderator => "moderator",
            Self::Owner => "owner",
        }
    }

    /// The role of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// The role of the single password, and of sessions of releases without roles.
    #[must_use]
    pub const fn of_shared_password() -> Self {
        Self::Owner
    }
}
