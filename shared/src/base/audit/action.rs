//! All actions that the audit trail records.
//!
//! Invariant: the list is closed, and a word that was ever written keeps its meaning.

/// Generates the enum, the list of all actions and their words from one table.
macro_rules! actions {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)*) => {
        /// An audited action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $variant,)*
        }

        impl Action {
            /// All actions.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word in the database and in answers.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

actions! {
    /// A testimony was submitted.
    TestimonySubmitted = "story.submitted",
    /// A testimony was redacted and its topics were detected.
    TestimonyPrepared = "story.prepared",
    /// A testimony was escalated, by screening or by staff.
    TestimonyEscalated = "story.escalated",
    /// A testimony was published.
    TestimonyApproved = "story.approved",
    /// A testimony was declined; its author sees why.
    TestimonyRejected = "story.rejected",
    /// A decided testimony is back in review.
    TestimonyReopened = "story.reopened",
    /// Staff undid their last decision.
    TestimonyUndone = "story.undone",
    /// Staff changed the redacted text, the topics or the internal note.
    TestimonyEdited = "story.edited",
    /// Staff read the original text.
    TestimonyRevealed = "story.revealed",
    /// A reader reported a testimony.
    TestimonyReported = "story.reported",
    /// Staff reviewed a reported testimony and kept it.
    TestimonyKept = "story.kept",
    /// The author withdrew the testimony.
    TestimonyWithdrawn = "story.withdrawn",
    /// Staff deleted the testimony at its author's request.
    TestimonyDeleted = "story.deleted",
    /// A user signed in for the first time.
    UserCreated = "user.created",
    /// A user changed their name.
    UserRenamed = "user.renamed",
    /// A user keeps letters with their account from now on.
    LettersChosen = "user.letters_chosen",
    /// A user keeps no letters with their account any more: those that it had are deleted.
    LettersEnded = "user.letters_ended",
    /// Staff blocked a user.
    UserBlocked = "user.blocked",
    /// Staff unblocked a user.
    UserUnblocked = "user.unblocked",
    /// Staff looked which stories are a user's.
    UserStoriesShown = "user.stories_shown",
    /// Staff granted a user premium.
    PremiumGranted = "user.premium_granted",
    /// Staff revoked granted premium.
    PremiumRevoked = "user.premium_revoked",
    /// The payment provider changed the state of a subscription.
    SubscriptionChanged = "user.subscription_changed",
    /// A subscription that a guest started now belongs to a user.
    SubscriptionClaimed = "user.subscription_claimed",
    /// A user said that they did not pay the subscription that was offered to them.
    SubscriptionDeclined = "user.subscription_declined",
    /// The browser that paid corrected the address of an unclaimed subscription.
    SubscriptionReaddressed = "subscription.readdressed",
    /// Staff handed an unclaimed subscription over to a user.
    SubscriptionHandedOver = "user.subscription_handed_over",
    /// Staff ended a subscription.
    SubscriptionEnded = "subscription.ended",
    /// Staff let a subscription run on after a full refund.
    SubscriptionKept = "subscription.kept_after_refund",
    /// A cardholder disputes a payment.
    PaymentDisputed = "payment.disputed",
    /// A payment was refunded, all of it or a part.
    PaymentRefunded = "payment.refunded",
    /// A refund failed after it was made: the payer has not got the money.
    PaymentRefundFailed = "payment.refund_failed",
    /// A bank warned that a payment may be fraud.
    PaymentSuspected = "payment.suspected",
    /// A bank inquires about a payment.
    PaymentInquired = "payment.inquired",
    /// Somebody pays for two subscriptions: one of them is ended and refunded.
    SubscriptionPaidTwice = "subscription.paid_twice",
    /// Two subscriptions name one address: its owner is asked whether both are theirs.
    SubscriptionAskedTwice = "subscription.asked_twice",
    /// A second subscription was refunded, or does not renew.
    SubscriptionDuplicateSettled = "subscription.duplicate_settled",
    /// Staff have handled a second subscription.
    SubscriptionDuplicateHandled = "subscription.duplicate_handled",
    /// Staff have handled a dispute, an inquiry, a refund, a failed one or a warning.
    PaymentHandled = "payment.handled",
    /// A gift was paid, and has a code now.
    GiftPaid = "gift.paid",
    /// Somebody accepted a gift.
    GiftAccepted = "gift.accepted",
    /// Staff handed an unused gift over to a user.
    GiftHandedOver = "gift.handed_over",
    /// Staff ended a gift.
    GiftEnded = "gift.ended",
    /// Staff give the money for an unused gift back.
    GiftRefundBegun = "gift.refund_begun",
    /// The payment provider refused to refund a gift, which can be used again.
    GiftRefundRefused = "gift.refund_refused",
    /// The payment provider changed the state of a gift.
    GiftChanged = "gift.changed",
    /// A user exported their data.
    UserExported = "user.exported",
    /// An account was deleted with all its data.
    UserDeleted = "user.deleted",
    /// A document was uploaded.
    DocumentUploaded = "document.uploaded",
    /// Processing of a document began.
    DocumentProcessing = "document.processing",
    /// A document became searchable.
    DocumentCompleted = "document.completed",
    /// Processing of a document failed.
    DocumentFailed = "document.failed",
    /// A failed document is retried.
    DocumentRetried = "document.retried",
    /// Staff changed the title or the author of a document.
    DocumentEdited = "document.edited",
    /// A document was deleted.
    DocumentDeleted = "document.deleted",
    /// A prayer was written.
    PrayerWritten = "prayer.written",
    /// The author shared a prayer with the prayer team.
    PrayerShared = "prayer.shared",
    /// The author made a prayer private again.
    PrayerUnshared = "prayer.unshared",
    /// The author marked a prayer as answered.
    PrayerAnswered = "prayer.answered",
    /// The author removed the mark that a prayer is answered.
    PrayerReopened = "prayer.reopened",
    /// The author deleted a prayer.
    PrayerDeleted = "prayer.deleted",
    /// The prayer team read a prayer.
    PrayerRead = "prayer.read",
    /// A member of the prayer team prayed.
    PrayerPrayed = "prayer.prayed",
    /// Staff retried a dead job.
    JobRetried = "job.retried",
    /// Staff discarded a dead job.
    JobDiscarded = "job.discarded",
    /// A member of staff signed in.
    StaffSignedIn = "staff.signed_in",
    /// A member of staff signed out.
    StaffSignedOut = "staff.signed_out",
    /// Staff exported lines of the audit trail.
    AuditExported = "audit.exported",
}

impl Action {
    /// The action of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.as_str() == word)
    }

    /// The group that the action belongs to.
    #[must_use]
    pub fn group(self) -> Group {
        let word = self.as_str();
        let (noun, deed) = word.split_once('.').unwrap_or((word, ""));
        match noun {
            "story" => Group::Testimonies,
            "user" if deed.starts_with("premium_") || deed.starts_with("subscription_") => Group::Money,
            "user" => Group::Users,
            "subscription" | "payment" | "gift" => Group::Money,
            "prayer" => Group::Prayers,
            "document" | "job" => Group::Operation,
            _ => Group::Staff,
        }
    }
}

/// Actions that staff look at together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Testimonies, from being submitted to being deleted.
    Testimonies,
    /// Accounts.
    Users,
    /// Subscriptions, payments, gifts and premium.
    Money,
    /// Prayers.
    Prayers,
    /// Sign-ins of staff, and exports of the trail.
    Staff,
    /// Documents and jobs.
    Operation,
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 6] = [
        Self::Testimonies,
        Self::Users,
        Self::Money,
        Self::Prayers,
        Self::Staff,
        Self::Operation,
    ];

    /// The word in queries and in the trail.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Testimonies => "stories",
            Self::Users => "users",
            Self::Money => "money",
            Self::Prayers => "prayers",
            Self::Staff => "staff",
            Self::Operation => "operation",
        }
    }

    /// The group of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.as_str() == word)
    }

    /// The words of its actions.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        let of_it = Action::ALL.iter().filter(|action| action.group() == self);
        of_it.map(|action| action.as_str().to_owned()).collect()
    }
}
