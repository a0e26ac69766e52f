//! Everything that leaves a line in the audit trail.
//!
//! Invariant: the list is closed, and a word that has been written once keeps its meaning.

/// Writes the enum, the list of all and the words from one table.
macro_rules! actions {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)*) => {
        /// What was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $variant,)*
        }

        impl Action {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word in the database and in answers.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

actions! {
    /// A story was handed in.
    StorySubmitted = "story.submitted",
    /// A story was redacted and its topics were found.
    StoryPrepared = "story.prepared",
    /// A story was put before staff with priority, by screening or by staff.
    StoryEscalated = "story.escalated",
    /// A story was published.
    StoryApproved = "story.approved",
    /// A story was declined; its author sees why.
    StoryRejected = "story.rejected",
    /// A settled story waits for review again.
    StoryReopened = "story.reopened",
    /// Staff took back what they had just done.
    StoryUndone = "story.undone",
    /// Staff changed the redacted text, the topics or the internal note.
    StoryEdited = "story.edited",
    /// Staff read the original.
    StoryRevealed = "story.revealed",
    /// A reader reported a story.
    StoryReported = "story.reported",
    /// Staff looked at a reported story and kept it.
    StoryKept = "story.kept",
    /// The author took the story back.
    StoryWithdrawn = "story.withdrawn",
    /// Staff deleted the story because its author asked for it.
    StoryDeleted = "story.deleted",
    /// Somebody signed in for the first time.
    UserCreated = "user.created",
    /// Staff blocked a user.
    UserBlocked = "user.blocked",
    /// Staff let a user back in.
    UserUnblocked = "user.unblocked",
    /// Staff gave a user premium.
    PremiumGranted = "user.premium_granted",
    /// Staff took back the premium that staff had given.
    PremiumRevoked = "user.premium_revoked",
    /// The payment provider changed the state of a subscription.
    SubscriptionChanged = "user.subscription_changed",
    /// A subscription that a visitor began became a user's.
    SubscriptionClaimed = "user.subscription_claimed",
    /// A user took a copy of everything they had given.
    UserExported = "user.exported",
    /// An account was deleted with everything in it.
    UserDeleted = "user.deleted",
    /// A document was handed in.
    DocumentUploaded = "document.uploaded",
    /// A document is being read.
    DocumentProcessing = "document.processing",
    /// A document can be found.
    DocumentCompleted = "document.completed",
    /// A document could not be read.
    DocumentFailed = "document.failed",
    /// A document is tried again.
    DocumentRetried = "document.retried",
    /// A document was deleted.
    DocumentDeleted = "document.deleted",
    /// Somebody wrote a prayer.
    PrayerWritten = "prayer.written",
    /// The author put a prayer before the prayer team.
    PrayerShared = "prayer.shared",
    /// The author keeps a prayer to themselves again.
    PrayerUnshared = "prayer.unshared",
    /// The author marked a prayer as answered.
    PrayerAnswered = "prayer.answered",
    /// The author took back that a prayer is answered.
    PrayerReopened = "prayer.reopened",
    /// The author deleted a prayer.
    PrayerDeleted = "prayer.deleted",
    /// A prayer was read by the prayer team.
    PrayerRead = "prayer.read",
    /// Somebody of the prayer team prayed.
    PrayerPrayed = "prayer.prayed",
    /// A dead job is tried again.
    JobRetried = "job.retried",
    /// A dead job was given up.
    JobDiscarded = "job.discarded",
    /// A member of staff signed in.
    StaffSignedIn = "staff.signed_in",
    /// A member of staff signed out.
    StaffSignedOut = "staff.signed_out",
}

impl Action {
    /// The action with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.as_str() == word)
    }
}
