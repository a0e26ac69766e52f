//! What redaction finds: the kinds of personal detail, where each stands, and what the reader sees instead.
//! Offsets are bytes of the original text and always fall on character boundaries.

use serde::{Deserialize, Serialize};

/// A kind of personal detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A living person's name, nickname or initials.
    Person,
    /// A town, region or other place.
    Location,
    /// A church, school, hospital, company or other body.
    Org,
    /// A telephone number, in digits or in words.
    Phone,
    /// An email address, plain or disguised.
    Email,
    /// A web address.
    Url,
    /// A street address or post code.
    Address,
    /// The day on which somebody was born.
    DateOfBirth,
    /// An exact age given as a particular.
    Age,
    /// An official number: passport, case, record, account.
    Id,
    /// A payment card.
    CreditCard,
    /// An internet address of a machine.
    Ip,
    /// A name used on a social network or game.
    Username,
    /// A vehicle's registration.
    Plate,
    /// A word which the author asked to hide.
    Hidden,
}

impl Kind {
    /// The name the kind has in files and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "PERSON",
            Self::Location => "LOCATION",
            Self::Org => "ORG",
            Self::Phone => "PHONE",
            Self::Email => "EMAIL",
            Self::Url => "URL",
            Self::Address => "ADDRESS",
            Self::DateOfBirth => "DATE_OF_BIRTH",
            Self::Age => "AGE",
            Self::Id => "ID",
            Self::CreditCard => "CREDIT_CARD",
            Self::Ip => "IP",
            Self::Username => "USERNAME",
            Self::Plate => "PLATE",
            Self::Hidden => "HIDDEN",
        }
    }
}

/// What sort of thing a span is within its kind, which decides the word in the placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Plain,
    Church,
    School,
    Hospital,
}

/// One detail which is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Byte after the last one.
    pub end: usize,
    /// What it is.
    pub kind: Kind,
    /// What the reader sees in its place, for example `[name 1]`.
    pub placeholder: String,
}

/// How much a member of staff should look before the story is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Nothing personal was found, or little and with certainty.
    Low,
    /// Several details were found, or one of them is uncertain.
    Medium,
    /// Details that identify somebody directly, or many uncertain ones.
    High,
}

/// A story made anonymous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Redaction {
    /// What was hidden, in the order of the text, without overlaps.
    pub spans: Vec<Span>,
    /// The text with placeholders.
    pub text: String,
    /// How carefully the result must be read.
    pub risk: Risk,
}

/// A detail on its way to becoming a span.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
    pub sort: Sort,
    /// From 0 to 1: how sure we are.
    pub confidence: f32,
}

impl Finding {
    pub(super) const fn certain(start: usize, end: usize, kind: Kind) -> Self {
        Self {
            start,
            end,
            kind,
            sort: Sort::Plain,
            confidence: 1.0,
        }
    }
}
