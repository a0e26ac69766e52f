//! The results of redaction: kinds of personal details, spans with placeholders, and the risk.
//!
//! Invariant: offsets are bytes of the original text, on character boundaries.

use serde::{Deserialize, Serialize};

/// A kind of personal detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A living person's name, nickname or initials.
    Person,
    /// A town, region or other place.
    Location,
    /// A church, school, hospital, company or other organisation.
    Org,
    /// A telephone number, in digits or in words.
    Phone,
    /// An email address, plain or spelled out.
    Email,
    /// A web address.
    Url,
    /// A street address or post code.
    Address,
    /// A date of birth.
    DateOfBirth,
    /// The date of a baptism or conversion.
    Date,
    /// An exact age.
    Age,
    /// An official number: passport, case, record, account.
    Id,
    /// A payment card.
    CreditCard,
    /// An IP address.
    Ip,
    /// A name used on a social network or game.
    Username,
    /// A vehicle registration.
    Plate,
    /// A word that the author asked to hide.
    Hidden,
}

impl Kind {
    /// The name of the kind in files and in the API.
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
            Self::Date => "DATE",
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

/// The kind of organisation, which decides the placeholder; `Plain` for everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrgKind {
    Plain,
    Church,
    School,
    Hospital,
}

/// One redacted detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Byte after the last one.
    pub end: usize,
    /// The kind of detail.
    pub kind: Kind,
    /// Its replacement, for example `[name 1]`.
    pub placeholder: String,
}

/// How carefully staff must review a testimony before it is published.
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

/// A redacted text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Redaction {
    /// The redacted details, in order, without overlaps.
    pub spans: Vec<Span>,
    /// The text with placeholders.
    pub text: String,
    /// How carefully staff must review the result.
    pub risk: Risk,
}

/// A detail before placeholders are assigned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
    pub org_kind: OrgKind,
    /// From 0 to 1.
    pub confidence: f32,
}

impl Finding {
    pub(super) const fn certain(start: usize, end: usize, kind: Kind) -> Self {
        Self {
            start,
            end,
            kind,
            org_kind: OrgKind::Plain,
            confidence: 1.0,
        }
    }
}
